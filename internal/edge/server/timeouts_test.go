package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
)

// pipes is a listener of connections in memory, which use the clock of a
// synctest bubble.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.done); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns the client's end of a new connection.
func (p *pipes) dial() net.Conn {
	client, end := net.Pipe()
	p.conns <- end
	return client
}

// serve runs the server on pipes until the test ends.
func serve(t *testing.T, handler http.Handler) *pipes {
	t.Helper()
	s := &Server{cfg: Config{Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}}
	listener := newPipes()
	main := s.httpServer(handler, context.Background())
	ended := make(chan error, 1)
	go func() { ended <- main.Serve(listener) }()
	t.Cleanup(func() {
		if err := main.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener
}

func send(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

// timeToClose returns the time until the server closes the connection.
func timeToClose(conn net.Conn) time.Duration {
	began := time.Now()
	_, _ = io.Copy(io.Discard, conn)
	return time.Since(began)
}

const visit = "GET /launch HTTP/1.1\r\nHost: localhost\r\n\r\n"

func TestServer_ClosesSlowAndIdleConnections(t *testing.T) {
	t.Parallel()
	found := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) })
	exchange := func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
		t.Helper()
		send(t, conn, visit)
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	for name, test := range map[string]struct {
		before func(t *testing.T, conn net.Conn, answers *bufio.Reader)
		want   time.Duration
	}{
		"sends nothing":         {func(*testing.T, net.Conn, *bufio.Reader) {}, headerTimeout},
		"stops in the headers":  {func(t *testing.T, conn net.Conn, _ *bufio.Reader) { send(t, conn, "GET / HTTP/1.1\r\nHos") }, headerTimeout},
		"idles after a request": {exchange, idleTimeout},
		"idles after requests shortly before each timeout": {func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
			for range 31 {
				exchange(t, conn, answers)
				time.Sleep(idleTimeout - time.Second)
			}
			exchange(t, conn, answers)
		}, idleTimeout},
		"stops in the headers of its second request": {func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
			exchange(t, conn, answers)
			time.Sleep(idleTimeout / 2)
			send(t, conn, "GET / HTTP/1.1\r\nHos")
		}, headerTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				conn := serve(t, found).dial()
				test.before(t, conn, bufio.NewReader(conn))
				if got := timeToClose(conn); got != test.want {
					t.Errorf("closed after %v, want %v", got, test.want)
				}
			})
		})
	}
}

// Each byte of the headers must not extend the timeout.
func TestServer_TimesOutHeadersAsAWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		conn := serve(t, http.NotFoundHandler()).dial()
		began := time.Now()
		send(t, conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
		for {
			time.Sleep(time.Second)
			if _, err := io.WriteString(conn, "x"); err != nil {
				break
			}
		}
		if got := time.Since(began); got < headerTimeout || got > headerTimeout+time.Second {
			t.Errorf("closed after %v, want %v", got, headerTimeout)
		}
	})
}

func TestServer_TimeoutsDoNotApplyToStreamsAndBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gone := make(chan struct{})
		listener := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if body, err := io.ReadAll(r.Body); err != nil || len(body) != 20 {
				t.Errorf("body %q, %v", body, err)
			}
			for range 3 {
				time.Sleep(time.Hour)
				_, _ = io.WriteString(w, "tick\n")
				_ = http.NewResponseController(w).Flush()
			}
			<-r.Context().Done() // ends when the client disconnects
			close(gone)
		}))
		conn := listener.dial()
		go func() {
			_, _ = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n")
			for range 20 { // slower than headerTimeout
				time.Sleep(headerTimeout / 2)
				_, _ = io.WriteString(conn, "x")
			}
		}()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 15)
		if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != strings.Repeat("tick\n", 3) {
			t.Errorf("read %q, %v", got, err)
		}
		conn.Close()
		<-gone
	})
}
