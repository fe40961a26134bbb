package server

import (
	"bufio"
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"
	"github.com/pires/go-proxyproto/tlvparse"
)

const (
	preambleTimeout = 10 * time.Second // for the first byte of a trusted proxy and its PROXY header
	preambleBuffer  = 1 << 10          // bytes: header and first data
	maxPreambles    = 1000             // concurrent ones; half of the limit of all connections if that is less
)

// proxyListener reads the PROXY protocol header (version 1 or 2) that trusted
// proxies may send before the data of a connection. Accept returns such a
// connection with the client's address. Connections of other peers, and of
// proxies that send no header, are returned as they are.
//
// Headers are read in goroutines, so that a slow proxy does not delay Accept. The
// connections count in the limits from the start. When too many have sent no header
// yet, the one with the longest wait is closed.
type proxyListener struct {
	*boundedListener
	trusts func(netip.Addr) bool
	log    logFunc
	ready  chan net.Conn
	ended  chan struct{} // closed when accept has returned

	waiting preambles
}

type logFunc func(msg string, args ...any)

func newProxyListener(l *boundedListener, trusts func(netip.Addr) bool, log logFunc) *proxyListener {
	limit := maxPreambles
	if total := l.limits.total; total > 0 {
		limit = min(limit, max(total/2, 1))
	}
	p := &proxyListener{
		boundedListener: l,
		trusts:          trusts,
		log:             log,
		ready:           make(chan net.Conn),
		ended:           make(chan struct{}),
		waiting:         preambles{limit: limit},
	}
	go p.accept()
	return p
}

// Accept returns the next connection, or net.ErrClosed.
func (p *proxyListener) Accept() (net.Conn, error) {
	select {
	case conn := <-p.ready:
		return conn, nil
	case <-p.ended:
		return nil, net.ErrClosed
	}
}

func (p *proxyListener) accept() {
	defer close(p.ended)
	for {
		conn, err := p.next()
		if err != nil { // the listener is closed
			return
		}
		if !p.trusts(addrOf(conn.RemoteAddr().String())) {
			p.pass(conn)
			continue
		}
		place := p.waiting.add(conn)
		go p.read(conn, place)
	}
}

// read reads the header of a trusted proxy.
func (p *proxyListener) read(conn *boundedConn, place *list.Element) {
	proxied, err := readPreamble(conn)
	p.waiting.remove(place)
	switch {
	case err != nil:
		p.log("PROXY protocol header rejected", "proxy", conn.RemoteAddr().String(), "err", err)
		_ = conn.Close()
	case !p.attribute(conn, proxied.RemoteAddr()):
		_ = conn.Close()
	default:
		p.pass(proxied)
	}
}

// pass hands a connection to Accept.
func (p *proxyListener) pass(conn net.Conn) {
	select {
	case p.ready <- conn:
	case <-p.closed:
		_ = conn.Close()
	}
}

// preambles are the connections whose header is being read.
type preambles struct {
	limit int

	mu    sync.Mutex
	conns list.List // of net.Conn, the oldest first
}

// add adds a connection and returns its place. At the limit it closes the oldest one.
func (p *preambles) add(conn net.Conn) *list.Element {
	p.mu.Lock()
	defer p.mu.Unlock()
	if oldest := p.conns.Front(); p.conns.Len() >= p.limit {
		_ = p.conns.Remove(oldest).(net.Conn).Close()
	}
	return p.conns.PushBack(conn)
}

// remove removes a connection. It does nothing when add has removed it.
func (p *preambles) remove(place *list.Element) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns.Remove(place)
}

// readPreamble returns the connection with the address of its header, if any.
func readPreamble(conn net.Conn) (*proxiedConn, error) {
	//nolint:forbidigo // deadlines of connections follow the machine's clock
	if err := conn.SetReadDeadline(time.Now().Add(preambleTimeout)); err != nil {
		return nil, err
	}
	reader := bufio.NewReaderSize(conn, preambleBuffer)
	if _, err := reader.Peek(1); err != nil {
		return nil, err
	}
	header, err := proxyproto.Read(reader)
	if err != nil && !errors.Is(err, proxyproto.ErrNoProxyProtocol) {
		return nil, err
	}
	if err := conn.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	proxied := &proxiedConn{Conn: conn, reader: reader, remote: conn.RemoteAddr()}
	if header == nil || header.Command.IsLocal() { // LOCAL: the proxy's own health check
		return proxied, nil
	}
	source, _, ok := header.TCPAddrs()
	if !ok {
		return proxied, nil // UNKNOWN
	}
	proxied.remote = source
	if tlvs, err := header.TLVs(); err == nil {
		if ssl, found := tlvparse.FindSSL(tlvs); found {
			proxied.secure = ssl.ClientSSL()
		}
	}
	return proxied, nil
}

// proxiedConn is a connection through a proxy.
type proxiedConn struct {
	net.Conn
	reader *bufio.Reader // nil when its buffer is empty
	remote net.Addr      // of the client
	secure bool          // the client used TLS, which the proxy terminated
}

// RemoteAddr returns the address of the client.
func (c *proxiedConn) RemoteAddr() net.Addr { return c.remote }

// Read reads what the buffer holds after the header, and then the connection. It is
// called by one goroutine at a time.
func (c *proxiedConn) Read(b []byte) (int, error) {
	if c.reader == nil {
		return c.Conn.Read(b)
	}
	if c.reader.Buffered() == 0 {
		c.reader = nil
		return c.Conn.Read(b)
	}
	return c.reader.Read(b)
}

// CloseWrite closes the sending half where the connection supports it.
func (c *proxiedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// terminatedTLS is the context key of requests on connections whose proxy reported
// TLS in its PROXY header.
type terminatedTLS struct{}

// connContext records whether a proxy terminated TLS for the connection.
func connContext(ctx context.Context, conn net.Conn) context.Context {
	if outer, ok := conn.(*tls.Conn); ok {
		conn = outer.NetConn()
	}
	if proxied, ok := conn.(*proxiedConn); ok && proxied.secure {
		return context.WithValue(ctx, terminatedTLS{}, true)
	}
	return ctx
}

// proxyTerminatedTLS reports whether the PROXY header of the connection said that
// the client used TLS.
func proxyTerminatedTLS(r *http.Request) bool {
	secure, _ := r.Context().Value(terminatedTLS{}).(bool)
	return secure
}
