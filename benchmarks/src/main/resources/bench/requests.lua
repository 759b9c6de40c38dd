-- Requests of many users, round and round, prepared before the clock runs, so that every route is hit by the same script
-- and headers. Arguments: file of tokens, method, path.

local threads = 0

function setup(thread)
  thread:set("slot", threads)
  threads = threads + 1
  thread:set("slots", tonumber(os.getenv("WRK_THREADS")))
end

function init(arguments)
  requests = {}
  local line = 0
  for token in io.lines(arguments[1]) do
    if line % slots == slot then
      requests[#requests + 1] = wrk.format(arguments[2], arguments[3], { ["authorization"] = token })
    end
    line = line + 1
  end
  sent = 0
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end
