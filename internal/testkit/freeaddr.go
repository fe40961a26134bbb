package testkit

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
)

// Addresses that a test gives to a program lie below the range from which Linux takes
// the ports of outgoing connections and of listeners on port 0: a port of that range
// can be taken between the choice and the program's start, and while a killed program
// is not yet started again. The browser tests use the ports above these.
const (
	firstBlock, lastBlock = 10_000, 17_900
	blockSize             = 100
)

// blocks gives out the ports of one block after the other. A process has a block as
// long as it listens on the block's first port.
type blocks struct {
	mu    sync.Mutex
	next  int // the next port, within the block
	end   int // the first port after the block
	locks []net.Listener
}

var ports blocks //nolint:gochecknoglobals // of the process

// FreeAddr returns a loopback address on which nothing listens, and which no other
// test is given, not even one of another process.
func FreeAddr(t testing.TB) string {
	t.Helper()
	addr, err := ports.addr()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// addr returns the next address on which nothing listens.
func (b *blocks) addr() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		if b.next == b.end {
			if err := b.lock(); err != nil {
				return "", err
			}
		}
		l, err := listen(b.next)
		b.next++
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
}

// lock moves to a block that no process has.
func (b *blocks) lock() error {
	for port := max(firstBlock, b.end); port <= lastBlock; port += blockSize {
		if l, err := listen(port); err == nil {
			b.locks = append(b.locks, l)
			b.next, b.end = port+1, port+blockSize
			return nil
		}
	}
	return errors.New("all blocks of ports are in use")
}

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}
