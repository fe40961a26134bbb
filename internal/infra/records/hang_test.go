package records_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/domain"
	"linnet/internal/testkit"
)

// hangingServer forwards to a PostgreSQL server until it hangs: then it accepts
// connections and does not respond, like a stopped process.
type hangingServer struct {
	gate sync.RWMutex // locked for writing while it hangs
}

// startHangingServer returns the server and the URL of the database behind it.
func startHangingServer(t *testing.T, databaseURL string) (*hangingServer, string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	target := filepath.Join(q.Get("host"), ".s.PGSQL.5432")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	h := &hangingServer{}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go h.serve(client, target)
		}
	}()
	q.Set("host", "127.0.0.1")
	q.Set("port", listener.Addr().(*net.TCPAddr).AddrPort().String()[len("127.0.0.1:"):])
	u.RawQuery = q.Encode()
	return h, u.String()
}

func (h *hangingServer) serve(client net.Conn, target string) {
	defer client.Close()
	server, err := net.Dial("unix", target)
	if err != nil {
		return
	}
	defer server.Close()
	go h.pass(server, client)
	h.pass(client, server)
}

func (h *hangingServer) pass(to io.WriteCloser, from io.Reader) {
	defer to.Close()
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		h.gate.RLock()
		_, writeErr := to.Write(piece[:n])
		h.gate.RUnlock()
		if err != nil || writeErr != nil {
			return
		}
	}
}

func TestStore_StatementsEndWhenPostgresHangs(t *testing.T) {
	t.Parallel()
	server, databaseURL := startHangingServer(t, testkit.Postgres(t))
	s := openAt(t, databaseURL)
	put := func(ctx context.Context) error {
		_, err := s.PutDefaultDomain(ctx, domain.Domain{ID: ident.New(ident.Domain), Host: "go.example.com"}, false)
		return err
	}
	if err := put(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.SetHangTimes(20*time.Millisecond, 50*time.Millisecond)
	server.gate.Lock()
	for name, call := range map[string]func(context.Context) error{"a read": s.Ping, "a transaction": put} {
		if err := call(t.Context()); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%s while the server hangs: %v", name, err)
		}
	}
	server.gate.Unlock()
	s.SetHangTimes(time.Minute, time.Minute) // a server on a busy machine does not hang
	for name, call := range map[string]func(context.Context) error{"a read": s.Ping, "a transaction": put} {
		if err := call(t.Context()); err != nil {
			t.Errorf("%s after the server answers again: %v", name, err)
		}
	}
}
