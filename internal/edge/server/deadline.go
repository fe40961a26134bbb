package server

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// lazyListener accepts connections whose deadlines cost a request nothing.
type lazyListener struct{ net.Listener }

// Accept waits for the next connection.
func (l lazyListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &lazyConn{Conn: conn}, nil
}

// lazyConn notes which read deadline is wanted, and moves the connection's own
// only when that would come too late. A read that the own one ends too early
// goes on under the wanted one: nobody sees a difference but in processor time.
// http.Server sets seven deadlines a request, of which nearly all are replaced
// long before they are over, and each locks and moves a timer of the runtime:
// 1.3 µs of the 24 that a redirect takes.
type lazyConn struct {
	net.Conn

	mu     sync.Mutex
	wanted time.Time // the read deadline that was asked for; zero: none
	set    time.Time // the one that Conn has; zero: none
	reads  int       // that are under way
	writes bool      // Conn has a write deadline
}

// longOver is a time (Unix seconds) before which every deadline lies in the
// past: a server ends a read at once by such a one.
const longOver = 86_400

// Read reads until the deadline.
func (c *lazyConn) Read(p []byte) (int, error) {
	for {
		if err := c.begin(); err != nil {
			return 0, err
		}
		n, err := c.Conn.Read(p)
		if again := c.end(err); !again || n > 0 {
			return n, err
		}
	}
}

// begin lets a read begin, unless its deadline is over.
func (c *lazyConn) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.wanted.IsZero() && c.wanted.Unix() < longOver {
		return os.ErrDeadlineExceeded
	}
	if err := c.bring(); err != nil {
		return err
	}
	c.reads++
	return nil
}

// bring brings the own deadline forward to the wanted one; mu is held.
func (c *lazyConn) bring() error {
	if c.wanted.IsZero() || !c.set.IsZero() && !c.wanted.Before(c.set) {
		return nil
	}
	c.set = c.wanted
	return c.Conn.SetReadDeadline(c.wanted)
}

// end reports whether a read must go on: its deadline was an earlier one.
func (c *lazyConn) end(err error) (again bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads--
	if err == nil || c.set.Equal(c.wanted) || !errors.Is(err, os.ErrDeadlineExceeded) {
		return false
	}
	c.set = c.wanted
	return c.Conn.SetReadDeadline(c.wanted) == nil
}

// SetReadDeadline bounds the reads that are under way and those to come.
func (c *lazyConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wanted = t
	if c.reads == 0 {
		return nil
	}
	return c.bring()
}

// SetWriteDeadline bounds the writes that are under way and those to come.
func (c *lazyConn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.IsZero() && !c.writes {
		return nil
	}
	c.writes = !t.IsZero()
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline bounds reads and writes.
func (c *lazyConn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// ReadFrom lets files go out by sendfile(2).
func (c *lazyConn) ReadFrom(r io.Reader) (int64, error) { return io.Copy(c.Conn, r) }

// CloseWrite ends the answer and leaves the client's side open.
func (c *lazyConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
