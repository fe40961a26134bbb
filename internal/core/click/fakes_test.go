package click

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"linnet/internal/base/fault"
	"linnet/internal/core/visitor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memJournal is a journal in memory: position n is after the n-th record.
type memJournal struct {
	mu      sync.Mutex
	records [][]byte
	forgot  uint64
}

func (j *memJournal) Append(record []byte, _ func()) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = append(j.records, append([]byte(nil), record...))
	return nil
}

func (j *memJournal) Read(after, through uint64, limit int, visit func([]byte) error) (uint64, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for ; after < min(through, uint64(len(j.records))) && limit > 0; limit-- {
		if err := visit(j.records[after]); err != nil {
			return after, err
		}
		after++
	}
	return after, nil
}

func (j *memJournal) Forget(upTo uint64) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.forgot = upTo
	return nil
}

func (j *memJournal) End() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return uint64(len(j.records))
}

// noCounts are counters that are never behind.
type noCounts struct{}

func (noCounts) Boundary() uint64 { return 0 }
func (noCounts) Counted() uint64  { return math.MaxUint64 }

func (noCounts) Reached() (counted, counting uint64) { return math.MaxUint64, math.MaxUint64 }

// memSalts is a salt store in memory.
type memSalts struct {
	mu      sync.Mutex
	salts   map[Day]Salt
	down    error
	ensured int // calls of EnsureSalt
}

func (s *memSalts) EnsureSalt(_ context.Context, day Day, candidate Salt) (Salt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ensured++
	if s.down != nil {
		return Salt{}, s.down
	}
	if s.salts == nil {
		s.salts = make(map[Day]Salt)
	}
	if _, ok := s.salts[day]; !ok {
		s.salts[day] = candidate
	}
	return s.salts[day], nil
}

func (s *memSalts) FindSalt(_ context.Context, day Day) (Salt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down != nil {
		return Salt{}, s.down
	}
	salt, ok := s.salts[day]
	if !ok {
		return Salt{}, fault.New(fault.NotFound, "There is no such salt.")
	}
	return salt, nil
}

func (s *memSalts) DestroySalts(_ context.Context, before Day) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for d := range s.salts {
		if d < before {
			delete(s.salts, d)
		}
	}
	return s.down
}

func (s *memSalts) days() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.salts)
}

var errDown = errors.New("the store is down")

// memSink is a sink in memory that can fail before and after it stored.
type memSink struct {
	mu       sync.Mutex
	clicks   []Click
	batches  []int
	position uint64 // of source
	source   string
	before   func() error // returns an error before storing
	after    func() error // returns an error after storing
}

func (s *memSink) Position(_ context.Context, source string) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if source != s.source {
		return 0, nil
	}
	return s.position, nil
}

func (s *memSink) Append(_ context.Context, b Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.before != nil {
		if err := s.before(); err != nil {
			return err
		}
	}
	if b.Source != s.source {
		return fmt.Errorf("a batch of %q, want %q", b.Source, s.source)
	}
	if b.Through > s.position {
		s.position = b.Through
		s.clicks = append(s.clicks, b.Clicks...)
		s.batches = append(s.batches, len(b.Clicks))
	}
	if s.after != nil {
		return s.after()
	}
	return nil
}

func (s *memSink) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *memSink) ids() []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := make([]uint64, len(s.clicks))
	for i, c := range s.clicks {
		ids[i] = c.ID
	}
	return ids
}

// world locates one address and recognises one browser and one bot.
type world struct{}

func (world) Locate(addr netip.Addr) visitor.Place {
	if addr == netip.MustParseAddr("192.0.2.1") {
		return visitor.Place{Country: "DE", Continent: "EU"}
	}
	return visitor.Place{}
}

func (world) Parse(ua string) visitor.Agent {
	switch ua {
	case "browser":
		return visitor.Agent{OS: "macOS", Browser: "Safari", Device: visitor.Desktop}
	case "previewer":
		return visitor.Agent{Browser: "Slackbot", Bot: visitor.BotPreview}
	}
	return visitor.Agent{}
}

func (world) Reason(addr netip.Addr) visitor.BotReason {
	return map[string]visitor.BotReason{"198.51.100.9": visitor.BotAddress, "198.51.100.10": visitor.BotNetwork}[addr.String()]
}
