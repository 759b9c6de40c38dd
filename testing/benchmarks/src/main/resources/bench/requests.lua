-- Requests of many users, prepared before the clock runs, so that every route is hit by the same script and headers.
-- Arguments: file of tokens, method, accepted type of content, file of paths, and either "all" (when all users have asked
-- for the first path, they ask for the next) or "one" (each path once, by the next user). After the last path comes the
-- first again. The last argument is the header Connection: "close" has each request come by a new one.

local threads = 0

function setup(thread)
  thread:set("slot", threads)
  threads = threads + 1
  thread:set("slots", tonumber(os.getenv("WRK_THREADS")))
end

-- With a share, this thread's part of the lines.
local function read(file, shared)
  local lines, line = {}, 0
  for text in io.lines(file) do
    if not shared or line % slots == slot then lines[#lines + 1] = text end
    line = line + 1
  end
  return lines
end

function init(arguments)
  local tokens = read(arguments[1], true)
  local each = arguments[5] == "one"
  local paths = read(arguments[4], each)
  requests = {}
  local function add(path, token)
    local headers = { ["authorization"] = token, ["accept"] = arguments[3], ["connection"] = arguments[6] }
    requests[#requests + 1] = wrk.format(arguments[2], path, headers)
  end
  for number, path in ipairs(paths) do
    if each then
      add(path, tokens[(number - 1) % #tokens + 1])
    else
      for _, token in ipairs(tokens) do add(path, token) end
    end
  end
  sent = 0
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

-- What was measured, as one line of JSON; times in milliseconds, but for the length of the run.
function done(summary, latency)
  local failed, socket = summary.errors, {}
  for _, kind in ipairs({ "connect", "read", "write", "timeout" }) do
    if failed[kind] > 0 then socket[#socket + 1] = kind .. " " .. failed[kind] end
  end
  local line = '{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"bad":%d,"socketErrors":"%s"}\n'
  io.write(string.format(line, summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, failed.status, table.concat(socket, ", ")))
end
