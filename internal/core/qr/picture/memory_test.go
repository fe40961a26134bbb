package picture_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// TestPicture_RasterBytesCoverTheEncoders encodes the costliest kinds of looks with a heap
// that may not grow beyond RasterBytes by more than the garbage of one collection. It is
// not parallel, because it measures the heap of the process.
func TestPicture_RasterBytesCoverTheEncoders(t *testing.T) {
	drawsMany(t)
	defer debug.SetGCPercent(debug.SetGCPercent(2))
	for _, f := range []picture.Format{picture.PNG, picture.JPEG, picture.WebP} {
		for name, change := range map[string]func(*look.Look){
			"plain":    func(*look.Look) {},
			"gradient": func(l *look.Look) { l.Gradient, l.Modules = "linear:4:#3c3c20:#375041", look.RoundedModules },
			"transparent": func(l *look.Look) {
				l.Gradient, l.Modules, l.Background = "radial:#3c3c20:#375041", look.RoundedModules, look.Transparent
			},
			"frame style": func(l *look.Look) { l.FrameStyle, l.Caption = look.TicketStyle, "SCAN ME" },
		} {
			l := look.Defaults()
			l.Size = 1500
			change(&l)
			p, err := picture.Draw("https://example.com/launch", l, picture.Images{})
			if err != nil {
				t.Fatal(name, err)
			}
			want, err := p.RasterBytes(f)
			if err != nil || want < 4*1500*1500 {
				t.Fatal(name, want, err)
			}
			if got := peakHeap(t, func() error { _, err := p.Encode(f); return err }); got > want*11/10 {
				t.Errorf("%s of a %s look: %d bytes, counted as %d", f, name, got, want)
			}
		}
	}
	p, err := picture.Draw("https://example.com/launch", look.Defaults(), picture.Images{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := p.RasterBytes(picture.SVG); err != nil || n != 0 {
		t.Errorf("an SVG needs %d, %v", n, err)
	}
}

// peakHeap returns by how much the heap grows at most while do runs.
func peakHeap(t *testing.T, do func() error) int64 {
	t.Helper()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	before, peak := stats.HeapAlloc, uint64(0)
	done := make(chan error, 1)
	go func() { done <- do() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return int64(peak) - int64(before)
		default:
			runtime.ReadMemStats(&stats)
			peak = max(peak, stats.HeapAlloc)
		}
	}
}
