package server

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
)

// faulty is a listener in memory whose Accept fails while failing is set.
type faulty struct {
	*pipes
	failing  atomic.Pointer[error]
	attempts atomic.Int64
}

func (f *faulty) Accept() (net.Conn, error) {
	f.attempts.Add(1)
	if err := f.failing.Load(); err != nil {
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", *err)}
	}
	return f.pipes.Accept()
}

// serveOn serves "ok" on a listener within limits, behind trusted proxies or not,
// until the test ends.
func serveOn(t *testing.T, l net.Listener, bounds limits, trusted bool) *connections {
	t.Helper()
	conns := newConnections(bounds, clock.System{}, slog.New(slog.DiscardHandler))
	listener := net.Listener(conns.listener(l))
	if trusted {
		listener = newProxyListener(conns.listener(l), func(netip.Addr) bool { return true }, func(string, ...any) {})
	}
	main := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }), ReadHeaderTimeout: time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- main.Serve(listener) }()
	t.Cleanup(func() {
		_ = main.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("Serve returned %v", err)
		}
	})
	return conns
}

// visitOn sends a request and returns the first line of the response.
func visitOn(t *testing.T, conn net.Conn) string {
	t.Helper()
	send(t, conn, visit)
	line, _ := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(line)
}

func TestBoundedListener_AcceptsAgainAfterErrors(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ECONNABORTED} {
		for name, trusted := range map[string]bool{"plain": false, "behind trusted proxies": true} {
			t.Run(cause.Error()+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					l := &faulty{pipes: newPipes()}
					l.failing.Store(&cause)
					conns := serveOn(t, l, limits{total: 10}, trusted)
					time.Sleep(time.Second)
					if err := conns.check(t.Context()); err != nil {
						t.Errorf("the check fails after a second: %v", err)
					}
					time.Sleep(time.Minute)
					if n := l.attempts.Load(); n < 60 || n > 80 {
						t.Errorf("%d attempts in a minute, want about one a second", n)
					}
					if err := conns.check(t.Context()); !errors.Is(err, cause) {
						t.Errorf("after a minute without a connection the check returns %v", err)
					}
					l.failing.Store(nil)
					conn := l.dial()
					defer conn.Close()
					if got := visitOn(t, conn); got != "HTTP/1.1 200 OK" {
						t.Errorf("after the errors a visit gets %q", got)
					}
					if err := conns.check(t.Context()); err != nil {
						t.Errorf("the check still fails: %v", err)
					}
				})
			})
		}
	}
}

func TestBoundedListener_EvictsAnIdleConnectionWhenAcceptFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &faulty{pipes: newPipes()}
		serveOn(t, l, limits{}, false)
		idle := l.dial()
		defer idle.Close()
		time.Sleep(2 * evictAfter)
		cause := error(syscall.EMFILE)
		l.failing.Store(&cause)
		conn := l.dial() // the accept that was waiting
		defer conn.Close()
		if took := timeToClose(idle); took > time.Second {
			t.Errorf("the idle connection was closed after %v", took)
		}
	})
}

func TestProxyListener_CountsConnectionsThatSendNoHeader(t *testing.T) {
	t.Parallel()
	const total = 10
	synctest.Test(t, func(t *testing.T) {
		l := newPipes()
		conns := serveOn(t, l, limits{total: total}, true)
		var silent []net.Conn
		for range 5 * total {
			conn := l.dial()
			defer conn.Close()
			silent = append(silent, conn)
			synctest.Wait()
			conns.mu.Lock()
			if n := len(conns.open); n > total/2 {
				t.Errorf("%d silent connections are open, want at most half of the limit %d", n, total)
			}
			conns.mu.Unlock()
		}
		began := time.Now()
		conn := l.dial()
		defer conn.Close()
		if got := visitOn(t, conn); got != "HTTP/1.1 200 OK" || time.Since(began) > 0 {
			t.Errorf("beside silent connections a visit gets %q after %v", got, time.Since(began))
		}
		if _, err := silent[0].Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("the oldest silent connection reads %v, want EOF", err)
		}
	})
}
