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
	const most = 60 * time.Millisecond // the others' 40 ms, and 16 ms for the ids that have no room in them
	for range 4 {                      // each iterates over the milliseconds
		group.Go(func() {
			for i := range 4000 {
				at := noon.Add(time.Duration(i/100) * time.Millisecond)
				id, actual := ids.New(at)
				if !TimeOfID(id).Equal(actual) || actual.Before(at) || actual.Sub(at) > most {
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

// TestIDs_AreUniqueForLateVisits makes ids for visits that began before others.
func TestIDs_AreUniqueForLateVisits(t *testing.T) {
	t.Parallel()
	var ids IDs
	seen := make(map[uint64]bool)
	for range 40 { // in one millisecond
		for _, began := range []time.Time{noon, noon.Add(-20 * time.Second)} {
			id, actual := ids.New(began)
			if seen[id] || actual.Before(began) || actual.After(noon.Add(time.Millisecond)) {
				t.Fatalf("%v: id %d, which contains %v, exists: %v", began, id, actual, seen[id])
			}
			seen[id] = true
		}
	}
}

func TestIDs_OfTwoNodesDiffer(t *testing.T) {
	t.Parallel()
	var nodes [MaxNodes]IDs
	seen := make(map[uint64]bool)
	for n := range nodes {
		nodes[n].SetNode(n)
		for range 1200 { // more than there are numbers in a millisecond
			id, actual := nodes[n].New(noon)
			if seen[id] || !TimeOfID(id).Equal(actual) {
				t.Fatalf("node %d: id %d, which contains %v, exists: %v", n, id, actual, seen[id])
			}
			seen[id] = true
		}
	}
}

// The number that a node had may be another node's from then on.
func TestIDs_UseANewNumberAtOnce(t *testing.T) {
	t.Parallel()
	var here, there IDs
	here.SetNode(1)
	first, _ := here.New(noon)
	here.SetNode(2)
	there.SetNode(1)
	seen := map[uint64]bool{first: true}
	for range 3 {
		own, at := here.New(noon)
		other, _ := there.New(at)
		if seen[own] || seen[other] || own == other {
			t.Errorf("duplicate among %d and %d", own, other)
		}
		seen[own], seen[other] = true, true
	}
}
