package httpapi

import (
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

// Limits on the answers that are stored for Idempotency-Key. Each user has a
// share of their own: one user's keys never evict another user's within that share.
// maxReplayBody has room for an answer about 1,000 links.
const (
	maxUserReplays     = 1_000
	maxUserReplayBytes = 16 << 20
	maxReplayBytes     = 128 << 20 // of all users
	maxReplayBody      = 4 << 20
	replayAge          = 24 * time.Hour
	replayOverhead     = 512 // bytes of an answer beside its body
)

// replays stores the answers to writes that named an Idempotency-Key, in memory:
// a restarted node has none, and a client that repeats its call meets what the
// first call left (a taken alias is 409).
type replays struct {
	mu    sync.Mutex
	clock clock.Clock
	users map[string]*userReplays
	bytes int
}

type userReplays struct {
	answers map[string]*answer
	stored  []*answer // oldest first; those under way are in answers alone
	bytes   int
}

// answer is one stored answer. status, header and body are set before done is
// closed and never after.
type answer struct {
	user, key string
	request   [sha256.Size]byte
	done      chan struct{}
	kept      bool // false: the call was refused or failed, and may be repeated
	status    int
	header    http.Header
	body      []byte
	at        time.Time
}

func newReplays(clk clock.Clock) *replays {
	return &replays{clock: clk, users: map[string]*userReplays{}}
}

// claim returns the answer of the user's key, and whether the caller is the
// first and has to make it. The first calls finish in the end.
func (s *replays) claim(user, key string, request [sha256.Size]byte) (*answer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := s.users[user]
	if mine == nil {
		mine = &userReplays{answers: map[string]*answer{}}
		s.users[user] = mine
	}
	for len(mine.stored) > 0 && s.clock.Now().Sub(mine.stored[0].at) >= replayAge {
		s.evict(user, mine)
	}
	if known, ok := mine.answers[key]; ok {
		return known, false
	}
	fresh := &answer{user: user, key: key, request: request, done: make(chan struct{})}
	mine.answers[key] = fresh
	s.users[user] = mine
	return fresh, true
}

// finish stores an answer that was kept and forgets another, and lets those go
// on that wait for it.
func (s *replays) finish(a *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(a.done)
	mine := s.users[a.user]
	if !a.kept {
		delete(mine.answers, a.key)
		s.drop(a.user, mine)
		return
	}
	a.at = s.clock.Now()
	mine.stored = append(mine.stored, a)
	mine.bytes += a.size()
	s.bytes += a.size()
	for len(mine.stored) > maxUserReplays || mine.bytes > maxUserReplayBytes {
		s.evict(a.user, mine)
	}
	for s.bytes > maxReplayBytes {
		s.evict(s.largest())
	}
}

func (a *answer) size() int { return len(a.body) + len(a.key) + replayOverhead }

// evict removes the oldest stored answer of a user.
func (s *replays) evict(user string, mine *userReplays) {
	oldest := mine.stored[0]
	mine.stored[0] = nil
	mine.stored = mine.stored[1:]
	mine.bytes -= oldest.size()
	s.bytes -= oldest.size()
	delete(mine.answers, oldest.key)
	s.drop(user, mine)
}

// drop removes a user who has no answers.
func (s *replays) drop(user string, mine *userReplays) {
	if len(mine.answers) == 0 {
		delete(s.users, user)
	}
}

// largest returns the user whose stored answers take the most bytes.
func (s *replays) largest() (user string, mine *userReplays) {
	for name, one := range s.users {
		if mine == nil || one.bytes > mine.bytes {
			user, mine = name, one
		}
	}
	return user, mine
}
