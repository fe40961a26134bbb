package sealed_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/base/sealed"
)

func TestBox_OpensWhatItSealed(t *testing.T) {
	t.Parallel()
	box := sealed.New().Box("test")
	for _, plain := range []string{"", "secret", strings.Repeat("x", 1<<16)} {
		value := box.Seal([]byte(plain), "row 1")
		if len(value) != len(plain)+sealed.Overhead || !sealed.Sealed(value) {
			t.Errorf("%d bytes are sealed to %d, want %d more", len(plain), len(value), sealed.Overhead)
		}
		if plain != "" && bytes.Contains(value, []byte(plain)) {
			t.Error("the sealed value contains the plain one")
		}
		if got, err := box.Open(value, "row 1"); err != nil || string(got) != plain {
			t.Errorf("opened %d bytes, %v, want %d", len(got), err, len(plain))
		}
	}
	if bytes.Equal(box.Seal([]byte("a"), ""), box.Seal([]byte("a"), "")) {
		t.Error("two seals of a value are equal")
	}
}

func TestBox_RejectsOtherKeysContextsAndChanges(t *testing.T) {
	t.Parallel()
	key := sealed.New()
	box := key.Box("test")
	value := box.Seal([]byte("secret"), "row 1")
	open := func(b *sealed.Box, value []byte, context string) {
		t.Helper()
		if plain, err := b.Open(value, context); !errors.Is(err, sealed.ErrOpen) || plain != nil {
			t.Errorf("%q, %v", plain, err)
		}
	}
	open(sealed.New().Box("test"), value, "row 1")
	open(key.Box("other"), value, "row 1")
	open(box, value, "row 2")
	for i := range value {
		changed := bytes.Clone(value)
		changed[i] ^= 1
		open(box, changed, "row 1")
		open(box, value[:i], "row 1")
	}
	open(box, nil, "")
	open(box, []byte("-----BEGIN PRIVATE KEY-----"), "")
}

func TestSealed_RejectsPlainValues(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "\x00", "-----BEGIN PRIVATE KEY-----", "{}"} {
		if sealed.Sealed([]byte(value)) {
			t.Errorf("%q counts as sealed", value)
		}
	}
}

func TestParse_ReadsBase64OfEitherAlphabet(t *testing.T) {
	t.Parallel()
	raw := bytes.Repeat([]byte{0xfb, 0xff}, 16)
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		k, err := sealed.Parse(" " + encoding.EncodeToString(raw) + "\n")
		if err != nil || k.Text() != base64.StdEncoding.EncodeToString(raw) {
			t.Errorf("%s: %v", encoding.EncodeToString(raw), err)
		}
	}
	for _, text := range []string{"", "hunter2", base64.StdEncoding.EncodeToString(raw[:31]), base64.StdEncoding.EncodeToString(append(raw, 0)), "*"} {
		if _, err := sealed.Parse(text); err == nil || text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestKey_IsNotPrinted(t *testing.T) {
	t.Parallel()
	k := sealed.New()
	text := fmt.Sprintf("%v %+v %s", k, k, k)
	if strings.Contains(text, k.Text()) || strings.Count(text, "[secret key]") != 3 {
		t.Error(text)
	}
}

func TestKey_CheckIdentifiesIt(t *testing.T) {
	t.Parallel()
	k, err := sealed.Parse(sealed.New().Text())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(k.Check(), k.Check()) || bytes.Equal(k.Check(), sealed.New().Check()) {
		t.Error("want one check for each key")
	}
}

func TestWriteFile_IsReadableByItsOwnerOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secret.key")
	if _, err := sealed.ReadFile(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	k := sealed.New()
	if err := sealed.WriteFile(path, k); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if got, err := sealed.ReadFile(path); err != nil || got != k {
		t.Errorf("another key was read, %v", err)
	}
	if err := sealed.WriteFile(path, sealed.New()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second write: %v", err)
	}
}
