package symbol

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"rsc.io/qr"
	"rsc.io/qr/coding"
)

// maskOf returns the mask that the format information of a symbol names.
func maskOf(code *qr.Code) coding.Mask {
	mask := coding.Mask(0)
	for x := 2; x <= 4; x++ { // the first copy, XORed with 101 (ISO/IEC 18004, 7.9.1)
		mask <<= 1
		if code.Black(x, 8) {
			mask |= 1
		}
	}
	return mask ^ 0b101
}

func TestEncode_ChoosesTheMaskWithTheLowestPenalty(t *testing.T) {
	t.Parallel()
	used := map[coding.Mask]bool{}
	for i := range 60 {
		text := fmt.Sprintf("https://go.example.com/%d%s", i, strings.Repeat("a", i*5))
		code, err := Encode(text, qr.Level(i%4))
		if err != nil {
			t.Fatal(err)
		}
		version, chosen := coding.Version((code.Size-17)/4), maskOf(code)
		used[chosen] = true
		plan, base, err := encodeMask(coding.String(text), version, coding.Level(i%4), 0)
		if err != nil {
			t.Fatal(err)
		}
		candidate := newModules(base.Size)
		candidate.fill(plan, base, chosen)
		lowest := candidate.penalty()
		for mask := range coding.Mask(masks) {
			candidate.fill(plan, base, mask)
			if score := candidate.penalty(); score < lowest || score == lowest && mask < chosen {
				t.Errorf("%s: mask %d has a penalty of %d, the chosen mask %d one of %d", text, mask, score, chosen, lowest)
			}
		}
	}
	if len(used) < masks {
		t.Errorf("60 texts use the masks %v, want all %d", used, masks)
	}
}

func TestEncode_IsDecoded(t *testing.T) {
	t.Parallel()
	for i, text := range []string{"0123456789", "HTTPS://GO.EXAMPLE/1", "https://go.example/käse", strings.Repeat("long ", 200)} {
		for level := qr.L; level <= qr.H; level++ {
			code, err := Encode(text, level)
			if err != nil {
				t.Fatal(err)
			}
			bits, err := gozxing.NewSquareBitMatrix(code.Size)
			if err != nil {
				t.Fatal(err)
			}
			for y := range code.Size {
				for x := range code.Size {
					if code.Black(x, y) {
						bits.Set(x, y)
					}
				}
			}
			got, err := decoder.NewDecoder().DecodeWithoutHint(bits)
			if err != nil || got.GetText() != text {
				t.Errorf("text %d at level %d is decoded as %v, %v", i, level, got, err)
			}
		}
	}
}

func TestEncode_RejectsTextsThatAreTooLong(t *testing.T) {
	t.Parallel()
	if _, err := Encode(strings.Repeat("a", 1273), qr.H); err != nil {
		t.Errorf("1273 bytes fit into version 40 at level H: %v", err)
	}
	if _, err := Encode(strings.Repeat("a", 1274), qr.H); !errors.Is(err, ErrTooLong) {
		t.Errorf("1274 bytes at level H: %v", err)
	}
}

func TestPenalty_CountsEachFeature(t *testing.T) {
	t.Parallel()
	for bits, want := range map[string]int{
		"01010101": 0, "1111": 0, "11111": 3, "0000000": 5, "1111100000": 6,
		"00001011101": 40, "10111010000": 40, "000010111010000": 80, "0001011101000": 0,
	} {
		var row []bool
		for _, bit := range bits {
			row = append(row, bit == '1')
		}
		if got := line(row); got != want {
			t.Errorf("line %s has a penalty of %d, want %d", bits, got, want)
		}
	}
	all := newModules(3)
	for y := range 3 {
		for x := range 3 {
			all.rows[y][x], all.columns[x][y] = true, true
		}
	}
	if blocks, shade := all.blocks(), all.shade(); blocks != 12 || shade != 90 {
		t.Errorf("nine dark modules: blocks %d, shade %d; want 12 and 90", blocks, shade)
	}
	half := newModules(2)
	half.rows[0][0], half.rows[1][1], half.columns[0][0], half.columns[1][1] = true, true, true, true
	if half.penalty() != 0 {
		t.Errorf("a checkerboard has a penalty of %d", half.penalty())
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, length := range []int{30, 300, 1000} {
		text := strings.Repeat("a", length)
		b.Run(fmt.Sprintf("%d bytes", length), func(b *testing.B) {
			for b.Loop() {
				if _, err := Encode(text, qr.H); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
