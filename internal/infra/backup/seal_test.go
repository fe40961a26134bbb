package backup

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"filippo.io/age"
)

const phrase = "correct horse battery"

// sealed returns the sample archive, encrypted.
func sealed(t *testing.T, recipients []string, passphrase string) []byte {
	t.Helper()
	seal, err := NewSeal(recipients, passphrase)
	if err != nil {
		t.Fatal(err)
	}
	sample := sampleArchive(t)
	var out bytes.Buffer
	m, err := seal.Write(&out, func(w io.Writer) error { _, err := w.Write(sample); return err })
	if err != nil || m.Position != 7 {
		t.Fatalf("%+v, %v", m, err)
	}
	return out.Bytes()
}

func keys(t *testing.T, identities, passphrase string) Keys {
	t.Helper()
	k, err := NewKeys(identities, passphrase)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// check decrypts and verifies an archive.
func check(raw []byte, k Keys) error {
	plain, err := Unseal(bytes.NewReader(raw), k)
	if err == nil {
		_, err = Check(plain)
	}
	return err
}

func TestSeal_OpensWithTheRightKeyOnly(t *testing.T) {
	t.Parallel()
	one, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	two, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	forKeys := sealed(t, []string{one.Recipient().String(), two.Recipient().String()}, "")
	forOne, forPhrase, plain := sealed(t, []string{one.Recipient().String()}, ""), sealed(t, nil, phrase), sealed(t, nil, "")
	for name, c := range map[string]struct {
		raw  []byte
		keys Keys
		want string // of the error; empty: none
	}{
		"the first key":             {forKeys, keys(t, one.String(), ""), ""},
		"the second key":            {forKeys, keys(t, "# comment\n"+two.String()+"\n", ""), ""},
		"another key":               {forOne, keys(t, two.String(), ""), "no key in the file opens this backup"},
		"a passphrase for keys":     {forOne, keys(t, "", phrase), "--identity"},
		"the passphrase":            {forPhrase, keys(t, "", phrase), ""},
		"a wrong passphrase":        {forPhrase, keys(t, "", phrase+"x"), "the passphrase is wrong"},
		"a key for a passphrase":    {forPhrase, keys(t, one.String(), ""), "--passphrase-file"},
		"nothing":                   {forPhrase, Keys{}, "the backup is encrypted"},
		"a key without encryption":  {plain, keys(t, one.String(), ""), ""},
		"neither key nor encrypted": {plain, Keys{}, ""},
	} {
		err := check(c.raw, c.keys)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Contains(forOne, []byte("clicksclicks")) || bytes.Equal(forOne[:20], plain[:20]) {
		t.Error("the backup is not encrypted")
	}
}

// TestUnseal_FindsEveryDamage cuts and flips an encrypted archive at many places.
func TestUnseal_FindsEveryDamage(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	whole, k := sealed(t, []string{identity.Recipient().String()}, ""), keys(t, identity.String(), "")
	if err := check(whole, k); err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += max(1, len(whole)/300) {
		if check(whole[:at], k) == nil {
			t.Errorf("cut at %d of %d: no error", at, len(whole))
		}
		flipped := bytes.Clone(whole)
		flipped[at] ^= 0x10
		if check(flipped, k) == nil {
			t.Errorf("flipped at %d of %d: no error", at, len(whole))
		}
	}
}

// TestSeal_WriteEndsOnlyWholeArchives breaks the archive: what was written must not
// decrypt to its end.
func TestSeal_WriteEndsOnlyWholeArchives(t *testing.T) {
	t.Parallel()
	seal, err := NewSeal(nil, phrase)
	if err != nil {
		t.Fatal(err)
	}
	sample := sampleArchive(t)
	broken := errors.New("the node was killed")
	var out bytes.Buffer
	_, err = seal.Write(&out, func(w io.Writer) error {
		_, err := w.Write(sample)
		return errors.Join(err, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := check(out.Bytes(), keys(t, "", phrase)); err == nil {
		t.Error("the interrupted backup decrypts as a whole one")
	}
	if _, err := seal.Write(io.Discard, func(w io.Writer) error { _, err := w.Write(sample[:len(sample)/2]); return err }); err == nil {
		t.Error("half of an archive was accepted")
	}
}

func TestNewSeal_SaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		recipients []string
		passphrase string
		want       string
	}{
		"both":               {[]string{identity.Recipient().String()}, phrase, "not both"},
		"a short passphrase": {nil, "hunter2", "12 characters"},
		"no public key":      {[]string{"ssh-ed25519 AAAA"}, "", "age1"},
	} {
		if _, err := NewSeal(c.recipients, c.passphrase); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewSeal([]string{identity.String()}, ""); err == nil || strings.Contains(err.Error(), identity.String()[15:]) {
		t.Errorf("a private key as recipient: %v", err)
	}
	if _, err := NewKeys("AGE-SECRET-KEY-1WRONG", ""); err == nil || strings.Contains(err.Error(), "WRONG") {
		t.Errorf("a wrong private key: %v", err)
	}
}
