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

// pipes is a listener of connections in memory, which keep to a bubble's clock.
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

// dial returns a client's end of a new connection.
func (p *pipes) dial() net.Conn {
	client, end := net.Pipe()
	p.conns <- end
	return client
}

// serve runs the server on pipes until the test's end.
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

// lasts returns how long the server keeps the connection open.
func lasts(conn net.Conn) time.Duration {
	began := time.Now()
	_, _ = io.Copy(io.Discard, conn)
	return time.Since(began)
}

const visit = "GET /launch HTTP/1.1\r\nHost: localhost\r\n\r\n"

func TestSlowAndIdleClientsAreLetGo(t *testing.T) {
	t.Parallel()
	found := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) })
	ask := func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
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
		"says nothing at all":  {func(*testing.T, net.Conn, *bufio.Reader) {}, headerTimeout},
		"stops in its headers": {func(t *testing.T, conn net.Conn, _ *bufio.Reader) { send(t, conn, "GET / HTTP/1.1\r\nHos") }, headerTimeout},
		"asks once and idles":  {ask, idleTimeout},
		"asks for an hour, each time a little before it would be let go, and idles": {func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
			for range 31 {
				ask(t, conn, answers)
				time.Sleep(idleTimeout - time.Second)
			}
			ask(t, conn, answers)
		}, idleTimeout},
		"stops in the headers of its second request": {func(t *testing.T, conn net.Conn, answers *bufio.Reader) {
			ask(t, conn, answers)
			time.Sleep(idleTimeout / 2)
			send(t, conn, "GET / HTTP/1.1\r\nHos")
		}, headerTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				conn := serve(t, found).dial()
				test.before(t, conn, bufio.NewReader(conn))
				if got := lasts(conn); got != test.want {
					t.Errorf("was let go after %v, want %v", got, test.want)
				}
			})
		})
	}
}

// A client that sends its headers a byte at a time must not win time with each.
func TestHeadersAreDueAsAWhole(t *testing.T) {
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
			t.Errorf("was let go after %v, want %v", got, headerTimeout)
		}
	})
}

func TestStreamsAndBodiesOutliveTheTimeouts(t *testing.T) {
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
			<-r.Context().Done() // the client goes, and the handler learns of it
			close(gone)
		}))
		conn := listener.dial()
		go func() {
			_, _ = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n")
			for range 20 { // slower than headers may be
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
