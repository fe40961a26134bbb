package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func sampleArchive(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		RecordsFile: "records", ClicksFile: strings.Repeat("clicks", 50_000), JournalDir + "000000000001.journal": "hits",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := Write(&out, dir, Manifest{Version: "1.2.3", CreatedAt: time.Unix(1_800_000_000, 0).UTC(), Position: 7}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestExtract_RestoresWhatWriteWrote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m, err := Extract(bytes.NewReader(sampleArchive(t)), dir, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if m.Position != 7 || m.Format != FormatVersion || len(m.Files) != 3 {
		t.Errorf("manifest %+v", m)
	}
	got, err := os.ReadFile(filepath.Join(dir, ClicksFile))
	if err != nil || string(got) != strings.Repeat("clicks", 50_000) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := os.Stat(filepath.Join(dir, manifestName)); err == nil {
		t.Error("the manifest was written to the data folder")
	}
}

func TestExtract_RejectsMoreThanTheDiskHolds(t *testing.T) {
	t.Parallel()
	if _, err := Extract(bytes.NewReader(sampleArchive(t)), t.TempDir(), 1000); err == nil || !strings.Contains(err.Error(), "disk space") {
		t.Errorf("got %v", err)
	}
}

// TestCheck_FindsEveryDamage cuts the archive at many places and flips a bit at
// many others.
func TestCheck_FindsEveryDamage(t *testing.T) {
	t.Parallel()
	whole := sampleArchive(t)
	if _, err := Check(bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += max(1, len(whole)/200) {
		if _, err := Check(bytes.NewReader(whole[:at])); err == nil {
			t.Errorf("cut at %d of %d: no error", at, len(whole))
		}
		if at >= 3 && at < 10 || at > len(whole)-32 {
			continue // the gzip header's flags and the last block's padding carry no data
		}
		flipped := bytes.Clone(whole)
		flipped[at] ^= 0x10
		if _, err := Check(bytes.NewReader(flipped)); err == nil {
			t.Errorf("flipped at %d of %d: no error", at, len(whole))
		}
	}
}

// archive builds an archive by hand.
func archive(t *testing.T, manifest any, entries ...tar.Header) []byte {
	t.Helper()
	raw, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	w := tar.NewWriter(zip)
	write := func(h tar.Header, body []byte) {
		h.Size = int64(len(body))
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(body); err != nil {
			t.Fatal(err)
		}
	}
	write(tar.Header{Name: manifestName, Typeflag: tar.TypeReg}, raw)
	for _, e := range entries {
		write(e, []byte("body"))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestExtract_RejectsForeignArchives(t *testing.T) {
	t.Parallel()
	const sum = "230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5" // of "body"
	one := func(name string) Manifest {
		return Manifest{Format: 1, Files: []File{{Name: name, Size: 4, SHA256: sum}}}
	}
	file := func(name string) tar.Header { return tar.Header{Name: name, Typeflag: tar.TypeReg} }
	cases := map[string][]byte{
		"a newer format":       archive(t, Manifest{Format: FormatVersion + 1, Version: "9.0"}),
		"a parent folder":      archive(t, one("journal/../../evil"), file("journal/../../evil")),
		"an absolute path":     archive(t, one("/etc/passwd"), file("/etc/passwd")),
		"an unknown file":      archive(t, one("authorized_keys"), file("authorized_keys")),
		"a backslash":          archive(t, one(`media/..\evil`), file(`media/..\evil`)),
		"a file not listed":    archive(t, Manifest{Format: 1}, file(RecordsFile)),
		"another file":         archive(t, one(RecordsFile), file(ClicksFile)),
		"a file listed twice":  archive(t, Manifest{Format: 1, Files: []File{{Name: RecordsFile, Size: 4, SHA256: sum}, {Name: RecordsFile, Size: 4, SHA256: sum}}}, file(RecordsFile), file(RecordsFile)),
		"a missing file":       archive(t, one(RecordsFile)),
		"a size that is wrong": archive(t, Manifest{Format: 1, Files: []File{{Name: RecordsFile, Size: 1 << 40, SHA256: sum}}}, file(RecordsFile)),
		"no manifest":          archive(t, "text"),
	}
	for name, raw := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if _, err := Extract(bytes.NewReader(raw), dir, 1<<50); err == nil {
				t.Error("was accepted")
			}
			if found, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "evil*")); len(found) > 0 {
				t.Error("wrote outside of the folder: ", found)
			}
		})
	}
	good := archive(t, one(RecordsFile), file(RecordsFile))
	if _, err := Extract(bytes.NewReader(good), t.TempDir(), 1<<50); err != nil {
		t.Errorf("a good archive: %v", err)
	}
}
