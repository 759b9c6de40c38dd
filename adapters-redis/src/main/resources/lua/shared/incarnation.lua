-- Which server this is, and since when it is what it is: a restart changes the one id and a change of roles the other, and
-- either may bring back what was there before.
local function field(section, name) return redis.call('INFO', section):match(name .. ':(%x+)') end

local function instance() return field('server', 'run_id') .. field('replication', 'master_replid') end
