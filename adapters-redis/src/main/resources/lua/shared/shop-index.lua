-- The index of shops nearby counts on the server alone where it was built: another may lack part of it.
-- With shared/incarnation
-- state: hash; server: where it was built; attempt: server and name of the attempt to build it; upTo: id up to which all shops are
-- placed
local function isBuilt(state) return redis.call('HGET', state, 'server') == instance() end
