package server

import (
	"bufio"
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
	preambleTimeout = 10 * time.Second // for the PROXY header of a trusted proxy
	pendingPreamble = 1000             // connections whose header is being read
	preambleBuffer  = 1 << 10          // bytes: header and first data
)

// proxyListener reads the PROXY protocol header (version 1 or 2) that trusted
// proxies may send before the data of a connection. Accept returns such a
// connection with the client's address. Connections of other peers, and of
// proxies that send no header, are returned as they are.
//
// Headers are read in goroutines, so that a slow proxy does not delay Accept.
type proxyListener struct {
	net.Listener
	trusts func(netip.Addr) bool
	log    logFunc

	accepted chan net.Conn
	slots    chan struct{} // one for each header that is being read
	closed   chan struct{}
	closing  sync.Once
	failed   chan error // the result of the listener that ended accept
}

type logFunc func(msg string, args ...any)

func newProxyListener(l net.Listener, trusts func(netip.Addr) bool, log logFunc) *proxyListener {
	p := &proxyListener{
		Listener: l, trusts: trusts, log: log, accepted: make(chan net.Conn),
		slots: make(chan struct{}, pendingPreamble), closed: make(chan struct{}), failed: make(chan error, 1),
	}
	go p.accept()
	return p
}

// Accept returns the next connection.
func (p *proxyListener) Accept() (net.Conn, error) {
	select {
	case conn := <-p.accepted:
		return conn, nil
	case err := <-p.failed:
		p.failed <- err // for later calls
		return nil, err
	}
}

// Close stops listening. Connections whose header is being read are closed.
func (p *proxyListener) Close() error {
	p.closing.Do(func() { close(p.closed) })
	return p.Listener.Close()
}

func (p *proxyListener) accept() {
	for {
		conn, err := p.Listener.Accept()
		if err != nil {
			var temporary net.Error
			if errors.As(err, &temporary) && temporary.Timeout() {
				continue
			}
			p.failed <- err
			return
		}
		if !p.trusts(addrOf(conn.RemoteAddr().String())) {
			p.pass(conn)
			continue
		}
		select {
		case p.slots <- struct{}{}:
			go p.read(conn)
		case <-p.closed:
			_ = conn.Close()
		}
	}
}

// read reads the header of a trusted proxy.
func (p *proxyListener) read(conn net.Conn) {
	defer func() { <-p.slots }()
	proxied, err := readPreamble(conn)
	if err != nil {
		p.log("PROXY protocol header rejected", "proxy", conn.RemoteAddr().String(), "err", err)
		_ = conn.Close()
		return
	}
	p.pass(proxied)
}

// pass hands a connection to Accept.
func (p *proxyListener) pass(conn net.Conn) {
	select {
	case p.accepted <- conn:
	case <-p.closed:
		_ = conn.Close()
	}
}

// readPreamble returns the connection with the address of its header, if any.
func readPreamble(conn net.Conn) (net.Conn, error) {
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
	if bounded, ok := conn.(*boundedConn); ok {
		conn = bounded.Conn
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
