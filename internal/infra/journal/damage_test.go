package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	damageRecords = 300
	damageFrame   = frameSize + 500
)

// killedJournal returns a folder and its files, oldest first, as a killed process leaves it: sealed files,
// one in use, and an unused one. All records are 500 bytes long.
func killedJournal(t *testing.T) (folder string, files []string) {
	t.Helper()
	dir := t.TempDir()
	j := open(t, dir, small())
	for i := range damageRecords {
		r := bytes.Repeat([]byte{byte(i)}, 500)
		binary.LittleEndian.PutUint64(r, uint64(i))
		if err := j.Append(r, nil); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "sealed", func() bool { return j.unsealed() == nil })
	folder = crashCopy(t, dir)
	for _, s := range j.segments {
		files = append(files, filepath.Join(folder, filepath.Base(s.path)))
	}
	return folder, files
}

// perFile is the number of records in a sealed file.
const perFile = maxFrame / damageFrame

func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func flip(at int) func([]byte) []byte {
	return func(b []byte) []byte { b[at] ^= 4; return b }
}

func TestJournal_DamageLosesOnlyTheDamagedRecords(t *testing.T) {
	t.Parallel()
	const inLast = damageRecords % perFile // records in the file in use
	end := headerSize + inLast*damageFrame
	frame := func(i int) int { return headerSize + i*damageFrame }
	cut := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:n] } }
	garbage := bytes.Repeat([]byte("garbage"), 1000)
	cases := []struct {
		name   string
		last   bool // the file in use, else the first
		change func([]byte) []byte
		lost   int
		quiet  bool // nothing is wrong
	}{
		{"unused end cut off", true, func(b []byte) []byte { return b[:len(b)-200] }, 0, false},
		{"cut 1 byte before the end", true, cut(end - 1), 1, false},
		{"cut 120 bytes before the end", true, cut(end - 120), 1, false},
		{"cut in the middle of the last file", true, cut(frame(inLast / 2)), inLast - inLast/2, false},
		{"sealed file cut in the middle", false, cut(frame(50)), perFile - 50, false},
		{"bit of a record in the first file", false, flip(frame(60) + 300), 1, false},
		{"bit of a length in the first file", false, flip(frame(60)), 1, false},
		{"bit of a position in the first file", false, flip(frame(60) + 9), 1, false},
		{"bit of a record at the start of the last file", true, flip(frame(0) + 30), 1, false},
		{"bit of the last record", true, flip(frame(inLast-1) + 30), 1, false},
		{"bit of the magic of a sealed file", false, flip(3), 0, false},
		{"bit of the magic of the last file", true, flip(7), 0, false},
		{"bit of the position in the header", false, flip(9), 0, false},
		{"bit of the size in the header", false, flip(17), 0, false},
		{"bit of the header's checksum", true, flip(37), 0, false},
		{"a page of zeros in a sealed file", false, func(b []byte) []byte {
			clear(b[frame(20) : frame(20)+4096])
			return b
		}, 8, false},
		{"garbage behind the last record", true, func(b []byte) []byte { copy(b[end:], garbage); return b }, 0, false},
		{"garbage behind a sealed file", false, func(b []byte) []byte { return append(b, garbage...) }, 0, true},
		{"all garbage", false, func(b []byte) []byte { return bytes.Repeat([]byte("x"), len(b)) }, perFile, false},
		{"emptied", false, func([]byte) []byte { return nil }, perFile, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir, files := killedJournal(t)
			path := files[0]
			if c.last {
				path = files[len(files)-1]
			}
			edit(t, path, c.change)
			j := open(t, dir, small())
			got := numbers(t, j, 0)
			if lost := damageRecords - len(got); lost != c.lost {
				t.Errorf("%d records lost, want %d", lost, c.lost)
			}
			if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Error("records are out of order or doubled")
			}
			if s := j.Stats(); (s.Damaged == 0 && s.MissingBytes == 0) != c.quiet {
				t.Errorf("got %+v", s)
			}
			if err := j.Append(numbered(damageRecords, 500), nil); err != nil {
				t.Fatal(err)
			}
			if got := numbers(t, j, 0); got[len(got)-1] != damageRecords {
				t.Error("the journal does not go on")
			}
		})
	}
}

func TestJournal_MissingAndCopiedFiles(t *testing.T) {
	t.Parallel()
	t.Run("missing", func(t *testing.T) {
		t.Parallel()
		dir, files := killedJournal(t)
		if err := os.Remove(files[1]); err != nil {
			t.Fatal(err)
		}
		j := open(t, dir, small())
		if got := numbers(t, j, 0); len(got) != damageRecords-perFile {
			t.Errorf("%d records", len(got))
		}
		if s := j.Stats(); s.MissingBytes != perFile*damageFrame {
			t.Errorf("%d bytes missing, want %d", s.MissingBytes, perFile*damageFrame)
		}
	})
	t.Run("copied", func(t *testing.T) {
		t.Parallel()
		dir, files := killedJournal(t)
		content, err := os.ReadFile(files[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(segmentPath(dir, 77), content, 0o600); err != nil {
			t.Fatal(err)
		}
		j := open(t, dir, small())
		wantRecords(t, j, damageRecords)
		if err := j.Losses(); err != nil {
			t.Error(err)
		}
	})
	t.Run("consumed up to the middle", func(t *testing.T) {
		t.Parallel()
		dir, files := killedJournal(t)
		opts := small()
		opts.After = uint64(perFile * damageFrame)
		if err := os.Remove(files[0]); err != nil {
			t.Fatal(err)
		}
		if err := open(t, dir, opts).Losses(); err != nil {
			t.Errorf("a consumed file is reported as missing: %v", err)
		}
	})
}

func TestJournal_SetsDamagedFilesAside(t *testing.T) {
	t.Parallel()
	dir, files := killedJournal(t)
	edit(t, files[0], flip(headerSize+300))
	edit(t, files[1], func(b []byte) []byte { return bytes.Repeat([]byte("x"), len(b)) })
	damaged, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	j := open(t, dir, small())
	_ = numbers(t, j, 0)
	if err := j.Forget(j.End()); err != nil {
		t.Fatal(err)
	}
	copied, err := os.ReadFile(files[0] + damagedSuffix)
	if err != nil || !bytes.Equal(copied, damaged) {
		t.Fatalf("the damaged file was changed: %v", err)
	}
	if n := j.Stats().SetAside; n != 2 {
		t.Errorf("%d files set aside, want 2", n)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	// Still reported after a restart, and never overwritten by a new file.
	j = open(t, dir, small())
	if err := j.Losses(); err == nil || !strings.Contains(err.Error(), "2 damaged files") {
		t.Errorf("Losses after a restart: %v", err)
	}
	if err := j.Append(numbered(0, 8), nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range files[:2] {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("the name %s is used again", path)
		}
	}
}

func TestOpen_RefusesALaterFormat(t *testing.T) {
	t.Parallel()
	dir, files := killedJournal(t)
	edit(t, files[0], func(b []byte) []byte {
		copy(b, "linnetj9")
		binary.LittleEndian.PutUint32(b[36:], checksum(b[:36]))
		return b
	})
	if _, err := Open(dir, small()); !errors.Is(err, ErrVersion) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(files[0]); err != nil {
		t.Error("the file is gone:", err)
	}
}

// testdata/v1 was written by the journal of commit 1fbaa9c (segments of 64
// KiB, After 5000), which was killed: a sealed file and one in use, with 100
// records of 1000 bytes.
func TestOpen_ReadsVersion1(t *testing.T) {
	t.Parallel()
	const frame = 8 + 1000
	cases := []struct {
		name   string
		change func(t *testing.T, dir string)
		lost   int
	}{
		{"intact", func(*testing.T, string) {}, 0},
		{"unused file", func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, "000000000002"+suffixV1), make([]byte, 65576), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 0},
		{"bit of a record in the sealed file", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "000000000000"+suffixV1), flip(32+10*frame+500))
		}, 1},
		{"bit of a record in the file in use", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "000000000001"+suffixV1), flip(32+10*frame+500))
		}, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "v1")
			if err := os.CopyFS(dir, os.DirFS("testdata/v1")); err != nil {
				t.Fatal(err)
			}
			c.change(t, dir)
			opts := small()
			opts.After = 5000
			j := open(t, dir, opts)
			if end := j.End(); end != 5000+100*frame {
				t.Errorf("the journal ends at %d", end)
			}
			appendAll(t, j, 100, 200, 1000)
			got := numbers(t, j, 5000)
			if len(got) != 200-c.lost || got[len(got)-1] != 199 {
				t.Errorf("%d records, want %d", len(got), 200-c.lost)
			}
			if c.lost == 0 {
				if err := j.Losses(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func FuzzFrames(f *testing.F) {
	frame := func(record []byte, pos uint64) []byte { return appendFrame(nil, record, checksum(record), pos) }
	first := frame([]byte("first"), 7)
	two := slices.Concat(first, frame([]byte("second"), 7+uint64(len(first))))
	f.Add(two, []byte("third"))
	f.Add(two[:len(two)-3], []byte("third"))
	f.Add([]byte(magic), []byte{0})
	f.Add([]byte{255, 255, 255, 255, 0, 0, 0, 0}, []byte("x"))
	f.Fuzz(func(t *testing.T, data, record []byte) {
		const base = 7
		for _, format := range []format{formatV1(), formatV2()} {
			used, torn := format.scan(data, base)
			if used+torn > len(data) {
				t.Fatalf("%d + %d of %d bytes", used, torn, len(data))
			}
			if format.find(data[used:], base+uint64(used)) >= 0 {
				t.Fatal("an intact frame was left out")
			}
		}
		if len(record) == 0 || len(record) > MaxRecord {
			return
		}
		more := append(slices.Clone(data), frame(record, base+uint64(len(data)))...)
		if used, _ := formatV2().scan(more, base); used != len(more) {
			t.Fatalf("a frame behind %d bytes was not found: %d of %d", len(data), used, len(more))
		}
		if got, _, ok := formatV2().parse(more[len(data):], base+uint64(len(data))); !ok || string(got) != string(record) {
			t.Fatalf("got %q, want %q", got, record)
		}
	})
}

func FuzzHeader(f *testing.F) {
	f.Add(header{base: 77, used: 12, reserved: 99}.encode())
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, ok := parseHeader(data)
		if ok && (h.used < 0 || string(data[:len(magicStem)]) != magicStem) {
			t.Fatalf("accepted %x as a header: %+v", data, h)
		}
	})
}
