package server

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
)

// remote is a connection in memory with a remote address.
type remote struct {
	net.Conn
	addr string
}

func (r remote) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(r.addr))
}

// bounded returns a listener with limits, and a function that connects to it from
// an address. admitted is nil when the connection was refused.
func bounded(t *testing.T, bounds limits) (*boundedListener, func(addr string) (client net.Conn, admitted *boundedConn)) {
	t.Helper()
	l := newConnections(bounds, clock.System{}, slog.New(slog.DiscardHandler)).listener(newPipes())
	t.Cleanup(func() { _ = l.Close() })
	return l, func(addr string) (net.Conn, *boundedConn) {
		client, end := net.Pipe()
		t.Cleanup(func() { client.Close(); end.Close() })
		return client, l.admit(remote{end, addr})
	}
}

func TestBoundedListener_LimitsConnectionsOfOneAddress(t *testing.T) {
	t.Parallel()
	l, dial := bounded(t, limits{perAddress: 2, exempt: func(a netip.Addr) bool { return a == netip.MustParseAddr("10.0.0.1") }})
	_, first := dial("203.0.113.7:1")
	_, second := dial("203.0.113.7:2")
	if _, third := dial("203.0.113.7:3"); first == nil || second == nil || third != nil {
		t.Fatal("want two connections of an address to be admitted and the third refused")
	}
	if _, other := dial("203.0.113.8:1"); other == nil {
		t.Error("another address is refused")
	}
	for i, addr := range []string{"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8::3]:1"} {
		if _, conn := dial(addr); (conn != nil) != (i < 2) {
			t.Errorf("connection %d of an IPv6 /64: admitted %v", i+1, conn != nil)
		}
	}
	for range 3 {
		if _, conn := dial("10.0.0.1:1"); conn == nil {
			t.Error("a proxy is refused")
		}
	}
	for range 2 { // closing twice counts once
		first.Close()
	}
	if _, conn := dial("203.0.113.7:4"); conn == nil {
		t.Error("no room after a connection was closed")
	}
	if _, conn := dial("203.0.113.7:5"); conn != nil {
		t.Error("closing a connection twice freed two places")
	}
	if n := len(l.networks); n != 3 {
		t.Errorf("%d networks are counted, want 3", n)
	}
}

func TestBoundedListener_EvictsTheLongestIdleConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, dial := bounded(t, limits{total: 2})
		idle, a := dial("203.0.113.7:1")
		busy, b := dial("203.0.113.8:1")
		if _, c := dial("203.0.113.9:1"); a == nil || b == nil || c != nil {
			t.Fatal("a connection that was just opened was evicted")
		}
		time.Sleep(2 * evictAfter)
		go func() { _, _ = io.ReadFull(busy, make([]byte, 4)) }()
		if _, err := b.Write([]byte("busy")); err != nil {
			t.Fatal(err)
		}
		if _, c := dial("203.0.113.9:1"); c == nil {
			t.Fatal("the new connection is refused")
		}
		if _, err := idle.Read(make([]byte, 1)); err != io.EOF { //nolint:errorlint // net.Pipe returns it bare
			t.Errorf("the idle connection reads %v, want EOF", err)
		}
		go func() { _, _ = io.ReadFull(busy, make([]byte, 4)) }()
		if _, err := b.Write([]byte("busy")); err != nil {
			t.Errorf("the busy connection was closed: %v", err)
		}
	})
}

func TestBoundedConn_ClosesWhenTheClientStopsReading(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan time.Duration, 1)
		handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			began := time.Now()
			for {
				if _, err := io.WriteString(w, strings.Repeat("x", 64<<10)); err != nil {
					ended <- time.Since(began)
					return
				}
			}
		})
		pipes := newPipes()
		s := &Server{cfg: Config{Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}}
		server := s.httpServer(handler, t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = server.Serve(newConnections(limits{}, clock.System{}, slog.New(slog.DiscardHandler)).listener(pipes))
		}()
		conn := pipes.dial()
		send(t, conn, visit)
		if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if took := <-ended; took < writeTimeout/2 || took > writeTimeout {
			t.Errorf("the connection was closed after %v, want up to %v", took, writeTimeout)
		}
		server.Close()
		<-done
	})
}
