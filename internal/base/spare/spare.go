// Package spare lets Go run one goroutine more at a time than there are
// processors.
//
// A goroutine that is in the kernel or in C, as those are that ask the click
// store, keeps the place it runs at until the runtime's monitor takes it away,
// some milliseconds later. On a small machine a visitor waits for that. With a
// place more nobody does, but new connections cost some percent: so there is
// one only while it is of use (docs/adr/0009).
package spare

import (
	"os"
	"runtime"
	"sync"
)

// Place is a place more than GOMAXPROCS says, as long as somebody holds it. An
// operator who set the environment variable GOMAXPROCS gets no more than that.
// The zero value is ready to use; a process has one.
type Place struct {
	mu      sync.Mutex
	holders int
}

// Hold makes the place, if it is not there, and returns what lets it go. That is
// to be called once.
func (p *Place) Hold() (letGo func()) {
	if os.Getenv("GOMAXPROCS") != "" {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holders++; p.holders == 1 {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
	return p.letGo
}

func (p *Place) letGo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.holders--; p.holders == 0 {
		runtime.SetDefaultGOMAXPROCS()
	}
}
