"""Answers that nginx does not give by itself: early hints, trailers, a cut body, no answer at all, a folded field."""
import socketserver

ANSWERS = {
    "/hints": b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nDate: Mon, 30 Nov 2026 06:00:00 GMT\r\nCache-Control: max-age=5\r\n"
    b"Content-Length: 3\r\nConnection: close\r\n\r\nok\n",
    "/trailers": b"HTTP/1.1 200 OK\r\nCache-Control: max-age=5\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n"
    b"Connection: close\r\n\r\n3\r\nok\n\r\n0\r\nX-Sum: 7\r\n\r\n",
    "/cut": b"HTTP/1.1 200 OK\r\nCache-Control: max-age=5\r\nContent-Length: 100\r\nConnection: close\r\n\r\nfew\n",
    "/nothing": b"",
    "/folded": b"HTTP/1.1 200 OK\r\nCache-Control: public,\r\n  max-age=5\r\nX-Latin: caf\xe9\r\n"
    b"Content-Length: 3\r\nConnection: close\r\n\r\nok\n",
}


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        target = self.rfile.readline().split()[1].decode()
        while self.rfile.readline().strip():
            pass
        self.wfile.write(ANSWERS[target])


socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer(("127.0.0.1", 8001), Handler).serve_forever()
