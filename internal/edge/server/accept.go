package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// Retries of a listener whose accept fails, for example because the process has no
// file descriptor left.
const (
	firstRetry    = 5 * time.Millisecond
	maxRetryDelay = time.Second
	// acceptFailing is how long accepts fail before the listener's readiness check does.
	acceptFailing = 5 * time.Second
)

// boundedListener is a listener of connections. Accept is called by one goroutine.
type boundedListener struct {
	net.Listener
	*connections

	closed  chan struct{}
	failed  error     // the error of the last accept; guarded by connections.mu
	failing time.Time // the first of its failures in a row; guarded by connections.mu
}

// Accept returns the next connection within the limits. It retries accepting after
// an error until the listener is closed; only net.ErrClosed is returned.
func (l *boundedListener) Accept() (net.Conn, error) {
	conn, err := l.next()
	if err != nil {
		return nil, err
	}
	return conn, nil
}

func (l *boundedListener) next() (*boundedConn, error) {
	for delay := firstRetry; ; {
		raw, err := l.Listener.Accept()
		if l.isClosed() || errors.Is(err, net.ErrClosed) {
			if err == nil {
				_ = raw.Close()
			}
			return nil, net.ErrClosed
		}
		l.accepted(err)
		if err != nil {
			l.wait(delay)
			delay = min(2*delay, maxRetryDelay)
			continue
		}
		delay = firstRetry
		if conn := l.admit(raw); conn != nil {
			return conn, nil
		}
		_ = raw.Close()
	}
}

// accepted records the result of an accept. After an error, which is mostly a lack of
// file descriptors, it evicts an idle connection.
func (l *boundedListener) accepted(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed = err; err == nil {
		l.failing = time.Time{}
		return
	}
	if l.failing.IsZero() {
		l.failing = l.clock.Now()
	}
	l.warnLocked("accepting a connection failed", "address", l.Addr().String(), "evicted", l.evict(), "err", err)
}

// wait waits for a delay or until the listener is closed.
func (l *boundedListener) wait(delay time.Duration) {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.closed:
	}
}

func (l *boundedListener) isClosed() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

// Close stops listening. Accepted connections stay open; their writes are no
// longer timed once all listeners are closed.
func (l *boundedListener) Close() error {
	l.mu.Lock()
	if _, open := l.listeners[l]; open {
		close(l.closed)
		delete(l.listeners, l)
		if len(l.listeners) == 0 {
			l.timer.Stop()
		}
	}
	l.mu.Unlock()
	return l.Listener.Close()
}

// check returns an error when a listener has accepted nothing but errors for
// acceptFailing.
func (c *connections) check(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for l := range c.listeners {
		if l.failed == nil {
			continue
		}
		if since := c.clock.Now().Sub(l.failing); since >= acceptFailing {
			return fmt.Errorf("%s has accepted no connection for %s: %w", l.Addr(), since.Round(time.Second), l.failed)
		}
	}
	return nil
}
