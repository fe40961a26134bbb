package journal

import (
	"os"
	"syscall"
	"testing"
)

func TestReserve_FillsFilesWhereFallocateIsMissing(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{syscall.EOPNOTSUPP: true, syscall.ENOSYS: true, syscall.ENOSPC: false, nil: false} {
		if got := lacksFallocate(os.NewSyscallError("fallocate", err)); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}
