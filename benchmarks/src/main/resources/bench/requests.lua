-- Requests of many users, prepared before the clock runs, so that every route is hit by the same script and headers. When
-- all users have asked for the first path, they ask for the next, and from the last on for the first again.
-- Arguments: file of tokens, method, accepted type of content, paths.

local threads = 0

function setup(thread)
  thread:set("slot", threads)
  threads = threads + 1
  thread:set("slots", tonumber(os.getenv("WRK_THREADS")))
end

function init(arguments)
  local tokens, line = {}, 0
  for token in io.lines(arguments[1]) do
    if line % slots == slot then tokens[#tokens + 1] = token end
    line = line + 1
  end
  requests = {}
  for lap = 4, #arguments do
    for _, token in ipairs(tokens) do
      local headers = { ["authorization"] = token, ["accept"] = arguments[3] }
      requests[#requests + 1] = wrk.format(arguments[2], arguments[lap], headers)
    end
  end
  sent = 0
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end
