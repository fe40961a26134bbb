package click

import (
	"sync"
	"testing"
	"time"
)

func TestIDs_AreUniqueAndContainTheirTime(t *testing.T) {
	t.Parallel()
	var ids IDs
	var mu sync.Mutex
	seen := make(map[uint64]bool)
	var group sync.WaitGroup
	for range 4 { // each iterates over the milliseconds
		group.Go(func() {
			for i := range 4000 {
				at := noon.Add(time.Duration(i/100) * time.Millisecond)
				id, actual := ids.New(at)
				if !TimeOfID(id).Equal(actual) || actual.Before(at) || actual.Sub(at) > 40*time.Millisecond {
					t.Errorf("the id of %v contains %v", at, actual)
				}
				mu.Lock()
				if seen[id] {
					t.Errorf("duplicate id %d", id)
				}
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	group.Wait()
}

func TestIDs_IncreaseWithTheClock(t *testing.T) {
	t.Parallel()
	var ids IDs
	before := uint64(0)
	for i := range 1000 {
		at := noon.Add(time.Duration(i/2) * time.Millisecond)
		id, actual := ids.New(at)
		if id <= before || !actual.Equal(at) || id^IDBase(at) > 1 {
			t.Fatalf("id %d of %v is %d, which contains %v; the id before is %d", i, at, id, actual, before)
		}
		before = id
	}
}

func TestIDs_AreUniqueWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	var ids IDs
	seen := make(map[uint64]bool)
	for range 5 { // the same hour repeatedly
		for i := range 100 {
			at := noon.Add(time.Duration(i) * time.Minute)
			id, actual := ids.New(at)
			if seen[id] || !actual.Equal(at) {
				t.Fatalf("%v: id %d, which contains %v, exists: %v", at, id, actual, seen[id])
			}
			seen[id] = true
		}
	}
}
