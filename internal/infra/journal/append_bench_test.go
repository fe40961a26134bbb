package journal

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A record of the size that a browser's visit makes.
const benchRecord = 360

// BenchmarkAppend appends from 64 goroutines, as many as the connections of
// make bench.
func BenchmarkAppend(b *testing.B) {
	j, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	record := make([]byte, benchRecord)
	b.ReportAllocs()
	b.SetBytes(benchRecord)
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for n := 1; pb.Next(); n++ {
			if err := j.Append(record, nil); err != nil {
				b.Error(err)
			}
			if n%(1<<12) == 0 {
				_ = j.Forget(j.End()) // or the benchmark fills the disk
			}
		}
	})
}

// BenchmarkWrite is the baseline: each append is a write(2) of its own, under
// a lock.
func BenchmarkWrite(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var mu sync.Mutex
	size := 0
	record := make([]byte, benchRecord)
	frame := make([]byte, 0, benchRecord+frameSize)
	b.ReportAllocs()
	b.SetBytes(benchRecord)
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			sum := checksum(record)
			mu.Lock()
			if _, err := file.Write(appendFrame(frame, record, sum, uint64(size))); err != nil {
				b.Error(err)
			}
			if size += benchRecord + frameSize; size > 64<<20 {
				size = 0
				if err := file.Truncate(0); err != nil {
					b.Error(err)
				}
				if _, err := file.Seek(0, 0); err != nil {
					b.Error(err)
				}
			}
			mu.Unlock()
		}
	})
}
