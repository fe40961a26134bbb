package records

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/fault"
)

// hangingFile blocks writes until it is released.
type hangingFile struct {
	release chan struct{}
	err     error
}

func (f hangingFile) WriteAt(b []byte, _ int64) (int, error) {
	<-f.release
	return len(b), f.err
}

func (hangingFile) Close() error { return nil }

func TestDiskProbe_GivesUpOnAHangingDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		file := hangingFile{release: make(chan struct{}), err: errors.New("read-only")}
		p := &diskProbe{file: file, timeout: time.Second}
		for range 3 {
			if err := p.check(t.Context()); !fault.Is(err, fault.Unavailable) {
				t.Errorf("while the disk hangs: %v", err)
			}
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := p.check(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("when the caller has left: %v", err)
		}
		close(file.release)
		synctest.Wait()
		if err := p.check(t.Context()); err != nil {
			t.Errorf("when the disk answers again: %v", err)
		}
	})
}

// slowFile needs a while for each write.
type slowFile struct{ hangingFile }

func (slowFile) WriteAt(b []byte, _ int64) (int, error) {
	time.Sleep(50 * time.Millisecond)
	return len(b), nil
}

// A queue for the probe was taken for a disk that hangs.
func TestDiskProbe_ManyStatementsWaitForOneWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &diskProbe{file: slowFile{}, timeout: time.Second}
		var statements sync.WaitGroup
		for range 1000 {
			statements.Go(func() {
				if err := p.check(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		statements.Wait()
	})
}

func TestStore_StatementsWaitForTheDisk(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	file := hangingFile{release: make(chan struct{})}
	t.Cleanup(func() {
		close(file.release)
		_ = s.Close()
	})
	s.probe.timeout = time.Millisecond
	s.probe.file = file
	if err := s.Ping(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a read: %v", err)
	}
	if _, err := s.write.q.ExecContext(t.Context(), `DELETE FROM sessions`); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a write: %v", err)
	}
	err = s.inTx(t.Context(), func(conn) error { return nil })
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("a transaction: %v", err)
	}
}
