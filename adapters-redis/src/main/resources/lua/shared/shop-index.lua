-- The index of shops nearby counts on the server alone where it was built: another may lack part of it.
-- With shared/incarnation
-- state: hash; server: where it was built; built: name of the attempt that built it; attempt: server and name of the one to build
-- it; upTo: id up to which all shops are placed
local function isBuilt(state) return redis.call('HGET', state, 'server') == instance() end

local function isUnderWay(state, attempt) return redis.call('HGET', state, 'attempt') == instance() .. ' ' .. attempt end
