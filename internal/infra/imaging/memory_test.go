package imaging

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/pixels"
)

func jpegOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, w, h)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// progressiveOf returns a file whose header says that it is progressive.
func progressiveOf(t *testing.T, w, h int) []byte {
	t.Helper()
	raw := jpegOf(t, w, h)
	at := bytes.Index(raw, []byte{0xff, 0xc0})
	raw[at+1] = 0xc2
	return raw
}

// turnedJPEG has the EXIF orientation 6.
func turnedJPEG(t *testing.T, w, h int) []byte {
	t.Helper()
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"), 0, 6, 0, 0)
	raw := jpegOf(t, w, h)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(out, raw[2:]...)
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestInspect_CountsTheMemoryOfUploads(t *testing.T) {
	t.Parallel()
	deep := image.NewNRGBA64(image.Rect(0, 0, 100, 50))
	deep.Set(0, 0, color.NRGBA64{1, 2, 3, 4})
	for name, c := range map[string]struct {
		data []byte
		want int64
	}{
		"baseline JPEG":    {jpegOf(t, 2000, 1000), 4*2000*1000 + 32*1280*1000},
		"narrow JPEG":      {jpegOf(t, 100, 1000), 4*100*1000 + 32*100*1000},
		"turned JPEG":      {turnedJPEG(t, 2000, 1600), 4*2000*1600 + 32*1600*1600},
		"progressive JPEG": {progressiveOf(t, 2000, 1000), 16*2000*1000 + 32*1280*1000},
		"PNG":              {pngOf(t, image.NewNRGBA(image.Rect(0, 0, 100, 50))), 4*100*50 + 32*100*50},
		"deep PNG":         {pngOf(t, deep), 8*100*50 + 32*100*50},
	} {
		if _, got, err := inspect(c.data); err != nil || got != c.want {
			t.Errorf("%s needs %d, want %d: %v", name, got, c.want, err)
		}
	}
}

// TestProcessor_DecodesWithinTheMemoryOfTheNode waits for memory that another picture has,
// and refuses an upload that needs more than all of it.
func TestProcessor_DecodesWithinTheMemoryOfTheNode(t *testing.T) {
	t.Parallel()
	memory := pixels.NewBudget(40 << 20)
	p := New(memory)
	release, err := memory.Acquire(t.Context(), 40<<20)
	if err != nil {
		t.Fatal(err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	if _, err := p.Process(left, "wsp_1", jpegOf(t, 1000, 800)); !fault.Is(err, fault.Unavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("without memory: %v", err)
	}
	release()
	if _, err := p.Process(t.Context(), "wsp_1", jpegOf(t, 1000, 800)); err != nil {
		t.Errorf("with memory: %v", err)
	}
	if _, err := p.Process(t.Context(), "wsp_1", jpegOf(t, 2000, 1000)); !fault.Is(err, fault.Invalid) {
		t.Errorf("above the memory of the node: %v", err)
	}
	if release, err = memory.Acquire(left, 40<<20); err != nil {
		t.Fatalf("memory was not released: %v", err)
	}
	release()
}
