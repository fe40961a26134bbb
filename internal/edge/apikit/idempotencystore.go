package apikit

import (
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

// Limits on the responses that are stored for Idempotency-Keys. Each user has
// their own share, within which no other user's keys evict their responses.
// maxStoredBody is enough for a response about 1,000 links.
const (
	maxUserResponses     = 1_000
	maxUserResponseBytes = 16 << 20
	maxResponseBytes     = 128 << 20 // of all users
	maxStoredBody        = 4 << 20
	storedFor            = 24 * time.Hour
	responseOverhead     = 512 // bytes of a response beside its body
)

// responseStore holds the responses to writes with an Idempotency-Key, in
// memory: they are lost at a restart, and a client that repeats its request then
// gets the response that the state requires (a taken alias is 409). It is safe
// for concurrent use.
type responseStore struct {
	mu    sync.Mutex
	clock clock.Clock
	users map[string]*userResponses
	bytes int
}

type userResponses struct {
	responses map[string]*storedResponse
	stored    []*storedResponse // oldest first; requests in progress are in responses only
	bytes     int
}

// storedResponse is the response to one key. Its fields are read-only once done
// is closed.
type storedResponse struct {
	user, key string
	request   [sha256.Size]byte
	done      chan struct{}
	complete  bool // false: the request failed and may be repeated
	status    int
	header    http.Header
	body      []byte
	at        time.Time
}

func newResponseStore(clock clock.Clock) *responseStore {
	return &responseStore{clock: clock, users: map[string]*userResponses{}}
}

// claim returns the response of a user's key, and whether the caller is the
// first: it must then serve the request and call finish.
func (s *responseStore) claim(user, key string, request [sha256.Size]byte) (*storedResponse, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := s.users[user]
	if mine == nil {
		mine = &userResponses{responses: map[string]*storedResponse{}}
		s.users[user] = mine
	}
	for len(mine.stored) > 0 && s.clock.Now().Sub(mine.stored[0].at) >= storedFor {
		s.evict(user, mine)
	}
	if known, ok := mine.responses[key]; ok {
		return known, false
	}
	fresh := &storedResponse{user: user, key: key, request: request, done: make(chan struct{})}
	mine.responses[key] = fresh
	s.users[user] = mine
	return fresh, true
}

// finish stores a complete response, drops any other, and wakes the requests
// that wait for it.
func (s *responseStore) finish(a *storedResponse) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(a.done)
	mine := s.users[a.user]
	if !a.complete {
		delete(mine.responses, a.key)
		s.drop(a.user, mine)
		return
	}
	a.at = s.clock.Now()
	mine.stored = append(mine.stored, a)
	mine.bytes += a.size()
	s.bytes += a.size()
	for len(mine.stored) > maxUserResponses || mine.bytes > maxUserResponseBytes {
		s.evict(a.user, mine)
	}
	for s.bytes > maxResponseBytes {
		s.evict(s.largest())
	}
}

func (a *storedResponse) size() int { return len(a.body) + len(a.key) + responseOverhead }

// evict removes the oldest stored response of a user.
func (s *responseStore) evict(user string, mine *userResponses) {
	oldest := mine.stored[0]
	mine.stored[0] = nil
	mine.stored = mine.stored[1:]
	mine.bytes -= oldest.size()
	s.bytes -= oldest.size()
	delete(mine.responses, oldest.key)
	s.drop(user, mine)
}

// drop removes a user without responses.
func (s *responseStore) drop(user string, mine *userResponses) {
	if len(mine.responses) == 0 {
		delete(s.users, user)
	}
}

// largest returns the user whose stored responses occupy the most bytes.
func (s *responseStore) largest() (user string, mine *userResponses) {
	for name, one := range s.users {
		if mine == nil || one.bytes > mine.bytes {
			user, mine = name, one
		}
	}
	return user, mine
}
