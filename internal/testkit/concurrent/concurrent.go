// Package concurrent tests that functions without state of their own can be called by
// several goroutines at once. The race detector watches such tests also in packages
// whose other tests run without it.
package concurrent

import (
	"sync"
	"testing"
)

// calls is the number of goroutines that call a function.
const calls = 4

// Same calls f in several goroutines at once and fails the test unless the results are
// equal. It returns one of them.
func Same[T comparable](t *testing.T, f func() (T, error)) T {
	t.Helper()
	var group sync.WaitGroup
	var results [calls]T
	var errs [calls]error
	for i := range calls {
		group.Go(func() { results[i], errs[i] = f() })
	}
	group.Wait()
	for i := range calls {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if results[i] != results[0] {
			t.Errorf("call %d returns something else", i)
		}
	}
	return results[0]
}
