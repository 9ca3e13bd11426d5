"""The proxy beside nginx's proxy_cache and Varnish: the same cached kilobyte, the same wrk, the same run.

Fails when the proxy makes less than half of nginx's requests a second, when its 99th percentile is above Varnish's, when
10,000 idle connections take more than 100 MB, or when memory grows under load: of hits, then of misses in a proxy of its own
whose memory is full, so that each response stored removes another. Each figure is the median of fifteen short rounds, taken in
turns, so that what else runs on the machine meets all three.
"""
import os, re, resource, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.request

tool, seconds = sys.argv[1], int(sys.argv[2])
work = tempfile.mkdtemp(prefix="httpcache-bench-")
os.chmod(work, 0o755)
started = []


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(*words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    started.append(process)
    return process


def await_port(port):
    for _ in range(200):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"bench: nothing listens on {port}")


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def load(port, duration, script=()):
    out = subprocess.run(["wrk", "-t2", "-c64", f"-d{duration}s", "--latency", *script, f"http://127.0.0.1:{port}/k"],
                         capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        sys.exit("bench: " + out)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", out).groups()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def idle(port, pid, count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    sockets = []
    for _ in range(min(count, hard - 100)):
        one = socket.create_connection(("127.0.0.1", port), timeout=20)
        one.sendall(b"GET /k HTTP/1.1\r\nHost: h\r\n\r\n")
        answer = b""
        while len(answer) < 1024:
            answer += one.recv(65536)
        sockets.append(one)
    size = memory(pid)
    for one in sockets:
        one.close()
    return len(sockets), size


def growth(port, process, duration, kind, script=()):
    before = memory(process.pid)
    rate, _ = load(port, duration, script)
    after = memory(process.pid)
    check(after - before < 4,
          f"{kind}: memory before and after {duration} s of load at {rate:.0f} requests/s: {before:.1f} and {after:.1f} MB")


failed = False


def check(holds, text):
    global failed
    failed = failed or not holds
    print(text + ("" if holds else "   NOT MET"), flush=True)


origin, nginx, varnish, own, small = (free_port() for _ in range(5))
os.mkdir(work + "/site")
with open(work + "/site/k", "wb") as file:
    file.write(os.urandom(512).hex().encode())
user = "user root;" if os.getuid() == 0 else ""
with open(work + "/nginx.conf", "w") as file:
    file.write(f"""pid {work}/nginx.pid; error_log {work}/error.log; {user} worker_processes auto; daemon off;
events {{ worker_connections 4096; }}
http {{
    access_log off; keepalive_requests 100000000;
    client_body_temp_path {work}/1; proxy_temp_path {work}/2; fastcgi_temp_path {work}/3;
    uwsgi_temp_path {work}/4; scgi_temp_path {work}/5;
    proxy_cache_path {work}/cache keys_zone=z:10m;
    server {{ listen 127.0.0.1:{origin}; root {work}/site; add_header Cache-Control "max-age=86400"; }}
    server {{ listen 127.0.0.1:{nginx}; location / {{ proxy_pass http://127.0.0.1:{origin}; proxy_cache z; }} }}
}}
""")
# Each request of the run is for a URL of its own.
with open(work + "/misses.lua", "w") as file:
    file.write('''local threads = 0
function setup(thread) thread:set("id", threads) threads = threads + 1 end
local number = 0
function request()
    number = number + 1
    return wrk.format("GET", "/k?" .. id .. "-" .. os.time() .. "-" .. number)
end
''')
try:
    run("nginx", "-c", work + "/nginx.conf")
    run("varnishd", "-F", "-a", f"127.0.0.1:{varnish}", "-b", f"127.0.0.1:{origin}", "-n", work + "/varnish",
        "-s", "malloc,64m")
    proxy = run(tool, "proxy", "--upstream", f"http://127.0.0.1:{origin}", "--listen", f"127.0.0.1:{own}", "-q")
    full = run(tool, "proxy", "--upstream", f"http://127.0.0.1:{origin}", "--listen", f"127.0.0.1:{small}", "-q",
               "--memory", "16MiB")
    ports = {"nginx": nginx, "varnish": varnish, "httpcache": own}
    for port in [origin, small, *ports.values()]:
        await_port(port)
    for port in ports.values():
        urllib.request.urlopen(f"http://127.0.0.1:{port}/k").read()
        load(port, 1)
    rounds = {name: [] for name in ports}
    for _ in range(15):
        for name, port in ports.items():
            rounds[name].append(load(port, 1))
    rates = {name: statistics.median(rate for rate, _ in taken) for name, taken in rounds.items()}
    tails = {name: statistics.median(tail for _, tail in taken) for name, taken in rounds.items()}
    for name in ports:
        print(f"{name:10} {rates[name]:9.0f} requests/s   p99 {tails[name]:6.2f} ms")

    share = rates["httpcache"] / rates["nginx"]
    check(share >= 0.5, f"{share:.2f} of nginx's requests a second (at least 0.5)")
    check(tails["httpcache"] <= tails["varnish"], f"p99 {tails['httpcache'] / tails['varnish']:.2f} of Varnish's (at most 1)")
    count, size = idle(own, proxy.pid, 10_000)
    check(count == 10_000 and size < 100, f"{count} idle connections: {size:.1f} MB (less than 100)")
    growth(own, proxy, seconds, "hits")
    misses = ["-s", work + "/misses.lua"]
    # 16 MiB are full long before.
    load(small, 15, misses)
    growth(small, full, seconds, "misses", misses)
finally:
    for process in started:
        process.send_signal(signal.SIGTERM)
    for process in started:
        process.wait(20)
sys.exit(1 if failed else 0)
