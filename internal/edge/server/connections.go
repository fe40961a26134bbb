package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
)

// Bounds of all connections together.
const (
	writeTimeout  = 30 * time.Second // for a client to take the bytes of one write
	maxPerAddress = 1000             // connections of an IPv4 address or an IPv6 /64
	evictAfter    = 5 * time.Second  // without a write, when there is no room for a new connection
	logEvery      = time.Minute      // at most, of the same trouble
	v6Network     = 64               // bits that one IPv6 customer shares
)

// limits bounds the connections of a listener. The zero value bounds nothing
// but the time of a write.
type limits struct {
	total      int                   // connections at once; 0: any number
	perAddress int                   // of one address; 0: any number
	exempt     func(netip.Addr) bool // addresses that perAddress leaves out, such as proxies; nil: none
}

// boundedListener accepts connections within limits. When all are in use it
// closes the one that has been silent for longest, so that idle clients cannot
// shut new visitors out.
type boundedListener struct {
	net.Listener
	limits limits
	clk    clock.Clock
	log    *slog.Logger

	refused, evicted atomic.Uint64

	mu       sync.Mutex
	open     map[*boundedConn]struct{}
	networks map[netip.Prefix]int
	logged   time.Time
}

func newBoundedListener(l net.Listener, limits limits, clk clock.Clock, log *slog.Logger) *boundedListener {
	return &boundedListener{
		Listener: l, limits: limits, clk: clock.Steady(clk), log: log,
		open: map[*boundedConn]struct{}{}, networks: map[netip.Prefix]int{},
	}
}

// Accept returns the next connection that the limits allow.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			if !errors.Is(err, net.ErrClosed) {
				l.warn("connection not accepted", "error", err)
			}
			return nil, err
		}
		if conn := l.admit(raw); conn != nil {
			return conn, nil
		}
		l.refused.Add(1)
		_ = raw.Close()
	}
}

// admit counts a connection, or returns nil when the limits refuse it.
func (l *boundedListener) admit(raw net.Conn) *boundedConn {
	conn := &boundedConn{Conn: raw, listener: l}
	conn.active.Store(l.clk.Now().UnixNano())
	network, counted := l.networkOf(raw)
	l.mu.Lock()
	defer l.mu.Unlock()
	if counted && l.networks[network] >= l.limits.perAddress {
		l.warnLocked("too many connections from one address", "network", network.Masked().String(), "limit", l.limits.perAddress)
		return nil
	}
	if l.limits.total > 0 && len(l.open) >= l.limits.total && !l.evict() {
		l.warnLocked("too many connections", "limit", l.limits.total)
		return nil
	}
	if counted {
		conn.network = network
		l.networks[network]++
	}
	l.open[conn] = struct{}{}
	return conn
}

// networkOf returns the network that a connection counts for, and whether it
// counts at all.
func (l *boundedListener) networkOf(raw net.Conn) (netip.Prefix, bool) {
	if l.limits.perAddress == 0 {
		return netip.Prefix{}, false
	}
	addr := addrOf(raw.RemoteAddr().String())
	if !addr.IsValid() || (l.limits.exempt != nil && l.limits.exempt(addr)) {
		return netip.Prefix{}, false
	}
	bits := addr.BitLen()
	if addr.Is6() {
		bits = v6Network
	}
	network, err := addr.Prefix(bits)
	return network, err == nil
}

// evict closes the connection that has been silent for longest; l.mu is held.
func (l *boundedListener) evict() bool {
	oldest, limit := (*boundedConn)(nil), l.clk.Now().Add(-evictAfter).UnixNano()
	for conn := range l.open {
		if at := conn.active.Load(); at < limit {
			oldest, limit = conn, at
		}
	}
	if oldest == nil {
		return false
	}
	l.removeLocked(oldest)
	l.evicted.Add(1)
	l.warnLocked("idle connections are closed to make room for new ones", "limit", l.limits.total)
	_ = oldest.Conn.Close()
	return true
}

func (l *boundedListener) remove(conn *boundedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.removeLocked(conn)
}

func (l *boundedListener) removeLocked(conn *boundedConn) {
	if _, open := l.open[conn]; !open {
		return
	}
	delete(l.open, conn)
	if !conn.network.IsValid() {
		return
	}
	if l.networks[conn.network]--; l.networks[conn.network] == 0 {
		delete(l.networks, conn.network)
	}
}

func (l *boundedListener) warn(message string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warnLocked(message, args...)
}

// warnLocked logs at most one line each logEvery; l.mu is held.
func (l *boundedListener) warnLocked(message string, args ...any) {
	now := l.clk.Now()
	if !l.logged.IsZero() && now.Sub(l.logged) < logEvery {
		return
	}
	l.logged = now
	l.log.Log(context.Background(), slog.LevelWarn, message, args...)
}

// boundedConn is a connection whose writes have a deadline.
type boundedConn struct {
	net.Conn
	listener *boundedListener
	network  netip.Prefix // that it counts for; the zero Prefix: none
	active   atomic.Int64 // when it was accepted or last written to, Unix ns of the listener's clock
	deadline atomic.Int64 // of writes, likewise
}

// Write writes b. It fails when the client does not take it within
// writeTimeout; some writes get up to half of that less.
func (c *boundedConn) Write(b []byte) (int, error) {
	c.extend()
	return c.Conn.Write(b)
}

// ReadFrom copies r through Write, so that each part has a deadline of its own.
func (c *boundedConn) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, r)
}

// CloseWrite ends the sending half where the connection has halves.
func (c *boundedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and no longer counts it.
func (c *boundedConn) Close() error {
	c.listener.remove(c)
	return c.Conn.Close()
}

// extend moves the deadline only when half of it is used up: the system's timer
// is not touched by every answer on a busy connection.
func (c *boundedConn) extend() {
	now := c.listener.clk.Now()
	c.active.Store(now.UnixNano())
	if c.deadline.Load()-now.UnixNano() > int64(writeTimeout/2) {
		return
	}
	c.deadline.Store(now.Add(writeTimeout).UnixNano())
	_ = c.SetWriteDeadline(time.Now().Add(writeTimeout)) //nolint:forbidigo // the runtime's clock, not the product's time
}
