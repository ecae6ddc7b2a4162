-- Reads one secret at barbican, or, if there is a second argument, stores that text as a new secret with each request.
function init(arguments)
  wrk.headers["X-Auth-Token"] = arguments[1]
  if arguments[2] then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    wrk.body = '{"payload":"' .. arguments[2]:gsub('"', '\\"') .. '","payload_content_type":"text/plain"}'
  else
    wrk.headers["Accept"] = "text/plain"
  end
end
