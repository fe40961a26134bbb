package records_test

import (
	"encoding/binary"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/core/throttle"
	"linnet/internal/testkit"
)

// BenchmarkStore_TakeAttempt compares the count of an attempt on PostgreSQL, and of API
// calls with 200 keys, with the shortest statement there.
func BenchmarkStore_TakeAttempt(b *testing.B) {
	s := testkit.PostgresStore(b)
	limit := throttle.Limit{Burst: 1_000_000, Every: time.Minute}
	var n atomic.Uint32
	next := func() (k throttle.Key) {
		binary.BigEndian.PutUint32(k[:], n.Add(1)%1000)
		return k
	}
	b.Run("baseline", func(b *testing.B) {
		for b.Loop() {
			if err := s.Ping(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("take", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := s.TakeAttempt(b.Context(), next(), limit); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("batch of 200 keys", func(b *testing.B) {
		batch := make([]throttle.Taken, 200)
		for i := range batch {
			binary.BigEndian.PutUint32(batch[i].Key[:], uint32(i)) //nolint:gosec // below 200
			batch[i].N = 3
		}
		for b.Loop() {
			if _, err := s.AddAttempts(b.Context(), batch, limit); err != nil {
				b.Fatal(err)
			}
		}
	})
}
