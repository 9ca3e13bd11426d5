"""How many instructions the proxy takes for a hit: from the request in the socket to the answer in it, the system's aside.

The same run under callgrind with some hits and with more; the difference is what the others took. Fails when that is more than
5 % above the threshold.
"""
import os, re, socket, subprocess, sys, tempfile, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer

tool, threshold = sys.argv[1], int(sys.argv[2])


class Origin(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        for name, value in [("Content-Type", "text/plain"), ("Content-Length", "1024"), ("Cache-Control", "max-age=86400"),
                            ("ETag", '"6b0d9ab2-400"'), ("Last-Modified", "Mon, 30 Nov 2026 15:48:02 GMT")]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"x" * 1024)

    def log_message(self, *_):
        pass


def ask(port, times):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        for _ in range(times):
            client.sendall(b"GET /k HTTP/1.1\r\nHost: h.test\r\n\r\n")
            answer = b""
            while not answer.endswith(b"x" * 1024):
                more = client.recv(65536)
                if not more:
                    sys.exit("bench: the proxy closed the connection")
                answer += more
    if b"; hit" not in answer:
        sys.exit(f"bench: no hit: {answer[:500]!r}")


def instructions(origin, hits):
    ready = f"{work}/ready{hits}"
    proxy = subprocess.Popen(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tool, "proxy", "--threads", "1", "-q",
         "--upstream", f"http://127.0.0.1:{origin}", "--listen", "127.0.0.1:0", "--ready-file", ready],
        stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(600):
            if os.path.exists(ready):
                break
            time.sleep(0.1)
        with open(ready) as file:
            port = int(file.readline().rpartition(":")[2])
        # What is made once is made before.
        ask(port, 2)
        ask(port, hits)
    finally:
        proxy.terminate()
    return int(re.search(r"Collected : (\d+)", proxy.stderr.read())[1])


server = HTTPServer(("127.0.0.1", 0), Origin)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as work:
    few, more = (instructions(server.server_port, hits) for hits in (500, 1500))
counted = (more - few) // 1000
verdict = " more than 5 % above" if counted * 100 > threshold * 105 else ""
print(f"{'hit':28} {counted:9} {threshold:9}{verdict}")
sys.exit(1 if verdict else 0)
