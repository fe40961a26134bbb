package journal

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A record of the size that a browser's visit makes.
const benchRecord = 360

func BenchmarkAppend(b *testing.B) {
	j, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	record := make([]byte, benchRecord)
	b.ReportAllocs()
	b.SetBytes(benchRecord)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := j.Append(record); err != nil {
				b.Error(err)
			}
			if n := j.appended.Load(); n%(1<<16) == 0 {
				_ = j.Forget(j.End()) // or the bench fills the disk
			}
		}
	})
}

// BenchmarkWrite is the alternative: the same frames through write(2).
func BenchmarkWrite(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var mu sync.Mutex
	size := 0
	record := make([]byte, benchRecord)
	frame := make([]byte, benchRecord+frameSize)
	b.ReportAllocs()
	b.SetBytes(benchRecord)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			sum := checksum(record)
			mu.Lock()
			frame[4] = byte(sum)
			copy(frame[frameSize:], record)
			if _, err := file.Write(frame); err != nil {
				b.Error(err)
			}
			if size += len(frame); size > 64<<20 {
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
