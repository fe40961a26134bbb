package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
)

// counted counts what reaches a connection's own read deadline.
type counted struct {
	net.Conn
	set atomic.Int64
}

func (c *counted) SetReadDeadline(t time.Time) error {
	c.set.Add(1)
	return c.Conn.SetReadDeadline(t)
}

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
	go func() { ended <- main.Serve(lazyListener{listener}) }()
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

// The deadlines of a visit are those of http.Server: an idle one, one for the
// headers, none for the answer, and one that ends a read which looked ahead.
func TestVisitsLeaveTheTimersAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, end := net.Pipe()
		own := &counted{Conn: end}
		conn := &lazyConn{Conn: own}
		const visits = 200
		go func() {
			for range visits {
				_, _ = io.WriteString(client, visit)
			}
		}()
		for range visits {
			for _, deadline := range []time.Time{time.Now().Add(idleTimeout), time.Now().Add(headerTimeout), {}} {
				_ = conn.SetReadDeadline(deadline)
			}
			_ = conn.SetReadDeadline(time.Now().Add(headerTimeout))
			if _, err := io.ReadFull(conn, make([]byte, len(visit))); err != nil {
				t.Fatal(err)
			}
			_ = conn.SetReadDeadline(time.Unix(1, 0))
			if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
		if got := own.set.Load(); got != 1 {
			t.Errorf("%d visits set %d deadlines of the connection's own, want 1", visits, got)
		}
	})
}

// TestLazyDeadlinesAreDeadlines holds lazyConn against a plain connection: under
// the same deadlines, set before, during and after reads, every read ends at
// the same moment and in the same way.
func TestLazyDeadlinesAreDeadlines(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			plain := story(seed, func(c net.Conn) net.Conn { return c })
			lazy := story(seed, func(c net.Conn) net.Conn { return &lazyConn{Conn: c} })
			if plain != lazy {
				t.Errorf("seed %d:\nplain %s\nlazy  %s", seed, plain, lazy)
			}
		})
	}
}

// story sets deadlines and sends bytes at random moments beside a reader, and
// tells what became of each read.
// Reads, deadlines and the rest keep out of each other's moments: what happens at one and the
// same moment happens in any order.
func story(seed uint64, wrap func(net.Conn) net.Conn) string {
	client, end := net.Pipe()
	conn := wrap(end)
	began := time.Now()
	told := make(chan string)
	go func() {
		var b strings.Builder
		for {
			n, err := conn.Read(make([]byte, 8))
			fmt.Fprintf(&b, "%v:%d", time.Since(began), n)
			switch {
			case errors.Is(err, os.ErrDeadlineExceeded):
				b.WriteString(":late")
				time.Sleep(3*time.Second + time.Microsecond)
			case err != nil:
				told <- b.String()
				return
			}
			b.WriteByte(' ')
		}
	}()
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test's own
	for range 60 {
		time.Sleep(time.Duration(1+random.IntN(4000)) * time.Millisecond)
		switch random.IntN(6) {
		case 0:
			_ = conn.SetReadDeadline(time.Time{})
		case 1:
			_ = conn.SetReadDeadline(time.Unix(1, 0))
		case 2:
			_ = conn.SetDeadline(time.Now().Add(time.Duration(random.IntN(20))*time.Second + time.Second/2000))
		case 3, 4:
			_ = conn.SetReadDeadline(time.Now().Add(time.Duration(random.IntN(9000)-1000)*time.Millisecond + time.Second/2000))
		default:
			_ = client.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = client.Write([]byte("byte"))
		}
	}
	client.Close()
	_ = conn.SetReadDeadline(time.Time{})
	return <-told
}
