package apikit

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"linnet/internal/base/clock"
)

func TestResponseStore_UsersDoNotEvictEachOther(t *testing.T) {
	t.Parallel()
	s := newResponseStore(clock.NewManual(time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)))
	var request [sha256.Size]byte
	store := func(user, key string, size int) {
		a, first := s.claim(user, key, request)
		if !first {
			t.Fatalf("%s %s is there", user, key)
		}
		a.complete, a.body = true, make([]byte, size)
		s.finish(a)
	}
	store("ada", "first", 100)
	for i := range 3 * maxUserResponses {
		store("eve", fmt.Sprint(i), 10)
	}
	for i := range 20 {
		store("eve", fmt.Sprint("large ", i), 1<<20)
	}
	if _, first := s.claim("ada", "first", request); first {
		t.Error("another user's keys evicted the answer")
	}
	if eve := s.users["eve"]; len(eve.stored) > maxUserResponses || eve.bytes > maxUserResponseBytes {
		t.Errorf("one user stores %d responses and %d bytes", len(eve.stored), eve.bytes)
	}
	for n := range 20 {
		for i := range 10 {
			store(fmt.Sprint("user ", n), fmt.Sprint(i), 1<<20)
		}
	}
	if s.bytes > maxResponseBytes {
		t.Errorf("all users store %d bytes", s.bytes)
	}
	if _, first := s.claim("ada", "first", request); first {
		t.Error("the largest users are not evicted first")
	}
}
