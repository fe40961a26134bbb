package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/netaddr"
)

// Bounds of all connections together.
const (
	writeTimeout  = 30 * time.Second // of one write, until the client has read it
	maxPerAddress = 1000             // connections of an IPv4 address or an IPv6 /64
	evictAfter    = 5 * time.Second  // idle time after which a connection may be evicted
	tickEvery     = time.Second      // resolution of a connection's times
	warnEvery     = time.Minute      // least time between two warnings
)

// limits bounds the connections of a listener. The zero value bounds only the
// time of a write.
type limits struct {
	total      int                   // concurrent connections; 0: unlimited
	perAddress int                   // of one network (netaddr.Site); 0: unlimited
	exempt     func(netip.Addr) bool // addresses without the limit perAddress, such as proxies; nil: none
}

// connections are the open connections of one or more listeners, within common
// limits. At the limit the connection with the longest time since its last write
// is evicted, so that idle clients cannot exhaust the limit. A connection whose
// write takes longer than writeTimeout is closed.
//
// A timer for all replaces a deadline per connection: setting and clearing one
// costs more than the rest of the accounting.
type connections struct {
	limits limits
	clock  clock.Clock
	log    *slog.Logger

	began time.Time
	ticks atomic.Int64 // time since began in units of tickEvery, as of the last tick
	timer *time.Timer  // runs tick

	mu        sync.Mutex // guards the fields below
	open      map[*boundedConn]struct{}
	networks  map[netip.Prefix]int
	warned    time.Time
	listeners map[*boundedListener]struct{} // open ones
}

func newConnections(bounds limits, c clock.Clock, log *slog.Logger) *connections {
	steady := clock.Steady(c)
	return &connections{
		limits:    bounds,
		clock:     steady,
		log:       log,
		began:     steady.Now(),
		open:      map[*boundedConn]struct{}{},
		networks:  map[netip.Prefix]int{},
		listeners: map[*boundedListener]struct{}{},
	}
}

// listener returns a listener that accepts the connections of l within the limits.
func (c *connections) listener(l net.Listener) *boundedListener {
	bounded := &boundedListener{Listener: l, connections: c, closed: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil {
		c.timer = time.AfterFunc(tickEvery, c.tick)
	}
	c.listeners[bounded] = struct{}{}
	return bounded
}

// admit registers a connection. It returns nil when the limits refuse it.
func (c *connections) admit(raw net.Conn) *boundedConn {
	conn := &boundedConn{Conn: raw, all: c}
	conn.active.Store(c.ticks.Load())
	network := c.networkOf(raw.RemoteAddr())
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fullLocked(network) {
		return nil
	}
	if c.limits.total > 0 && len(c.open) >= c.limits.total {
		evicted := c.evict()
		c.warnLocked("connection limit reached", "limit", c.limits.total, "evicted", evicted)
		if !evicted {
			return nil
		}
	}
	c.countLocked(conn, network)
	c.open[conn] = struct{}{}
	return conn
}

// attribute counts a connection for the network of a client whose address a proxy
// sent, instead of that of the proxy. It returns false when the limit of that network
// refuses the connection.
func (c *connections) attribute(conn *boundedConn, client net.Addr) bool {
	network := c.networkOf(client)
	c.mu.Lock()
	defer c.mu.Unlock()
	if network == conn.network {
		return true
	}
	if _, open := c.open[conn]; !open || c.fullLocked(network) {
		return false
	}
	c.uncountLocked(conn)
	c.countLocked(conn, network)
	return true
}

// networkOf returns the network whose limit applies to the connections of an address,
// or the zero Prefix when none does.
func (c *connections) networkOf(remote net.Addr) netip.Prefix {
	peer, ok := remote.(*net.TCPAddr)
	if !ok || c.limits.perAddress == 0 {
		return netip.Prefix{}
	}
	addr := peer.AddrPort().Addr().Unmap().WithZone("")
	if c.limits.exempt != nil && c.limits.exempt(addr) {
		return netip.Prefix{}
	}
	return netaddr.Site(addr)
}

// fullLocked reports whether a network has as many connections as it may have.
func (c *connections) fullLocked(network netip.Prefix) bool {
	if !network.IsValid() || c.networks[network] < c.limits.perAddress {
		return false
	}
	c.warnLocked("connection limit of an address reached", "network", network.String(), "limit", c.limits.perAddress)
	return true
}

func (c *connections) countLocked(conn *boundedConn, network netip.Prefix) {
	if conn.network = network; network.IsValid() {
		c.networks[network]++
	}
}

func (c *connections) uncountLocked(conn *boundedConn) {
	if !conn.network.IsValid() {
		return
	}
	if c.networks[conn.network]--; c.networks[conn.network] == 0 {
		delete(c.networks, conn.network)
	}
}

// evict closes the connection that has been idle for longest. It returns false
// when none has been idle for evictAfter; c.mu is held.
func (c *connections) evict() bool {
	oldest, limit := (*boundedConn)(nil), c.ticks.Load()-int64(evictAfter/tickEvery)
	for conn := range c.open {
		if at := conn.active.Load(); at < limit {
			oldest, limit = conn, at
		}
	}
	if oldest == nil {
		return false
	}
	c.removeLocked(oldest)
	_ = oldest.Conn.Close()
	return true
}

// tick advances the clock of the connections and closes those whose write has
// timed out.
func (c *connections) tick() {
	now := int64(c.clock.Now().Sub(c.began) / tickEvery)
	c.ticks.Store(now)
	var stalled []*boundedConn
	c.mu.Lock()
	for conn := range c.open {
		if conn.writing.Load() && now-conn.active.Load() >= int64(writeTimeout/tickEvery) {
			stalled = append(stalled, conn)
		}
	}
	if len(c.listeners) > 0 {
		c.timer.Reset(tickEvery)
	}
	c.mu.Unlock()
	for _, conn := range stalled {
		_ = conn.Close() // the pending write fails
	}
}

// count returns the number of open connections.
func (c *connections) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

func (c *connections) remove(conn *boundedConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removeLocked(conn)
}

func (c *connections) removeLocked(conn *boundedConn) {
	if _, open := c.open[conn]; !open {
		return
	}
	delete(c.open, conn)
	c.uncountLocked(conn)
}

// warnLocked logs at most one line each warnEvery; c.mu is held.
func (c *connections) warnLocked(message string, args ...any) {
	now := c.clock.Now()
	if !c.warned.IsZero() && now.Sub(c.warned) < warnEvery {
		return
	}
	c.warned = now
	c.log.Log(context.Background(), slog.LevelWarn, message, args...)
}

// boundedConn is one of the connections. Writes are made by one
// goroutine at a time, as net/http does.
type boundedConn struct {
	net.Conn
	all     *connections
	network netip.Prefix // whose limit applies; the zero Prefix: none; guarded by all.mu
	active  atomic.Int64 // all.ticks when it was accepted or the last write began
	writing atomic.Bool  // a write is pending
}

// Write writes b. It fails when the client has not read it within writeTimeout,
// rounded to tickEvery.
func (c *boundedConn) Write(b []byte) (int, error) {
	c.active.Store(c.all.ticks.Load())
	c.writing.Store(true)
	n, err := c.Conn.Write(b)
	c.writing.Store(false)
	return n, err
}

// ReadFrom copies r through Write, so that each part is timed on its own.
func (c *boundedConn) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, r)
}

// CloseWrite closes the sending half where the connection supports it.
func (c *boundedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and removes it from the accounts.
func (c *boundedConn) Close() error {
	c.all.remove(c)
	return c.Conn.Close()
}
