package backup

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"filippo.io/age"
)

// Bounds of the encryption.
const (
	// MinPassphrase is the minimum length of a passphrase in characters.
	MinPassphrase = 12
	// scryptWork is the base-2 logarithm of scrypt's cost: 64 MiB of memory for a
	// fraction of a second, which a small server has.
	scryptWork = 16
)

// SealedSuffix is the suffix of the names of encrypted backups.
const SealedSuffix = ".age"

// ageHeader is the beginning of an encrypted backup.
const ageHeader = "age-encryption.org/v1\n"

// Seal encrypts backups in the format of age (age-encryption.org). The zero value
// does not encrypt.
type Seal struct{ recipients []age.Recipient }

// NewSeal returns the encryption for public keys (age1…) or for a passphrase; without
// both, none.
func NewSeal(recipients []string, passphrase string) (Seal, error) {
	if len(recipients) > 0 && passphrase != "" {
		return Seal{}, errors.New("encrypt backups either for public keys or with a passphrase, not both")
	}
	if passphrase != "" {
		if utf8.RuneCountInString(passphrase) < MinPassphrase {
			return Seal{}, fmt.Errorf("the passphrase needs at least %d characters", MinPassphrase)
		}
		r, err := age.NewScryptRecipient(passphrase)
		if err != nil {
			return Seal{}, err
		}
		r.SetWorkFactor(scryptWork)
		return Seal{[]age.Recipient{r}}, nil
	}
	if len(recipients) == 0 {
		return Seal{}, nil
	}
	parsed, err := age.ParseRecipients(strings.NewReader(strings.Join(recipients, "\n")))
	if err != nil {
		return Seal{}, fmt.Errorf("a public key of age begins with age1: %w", err)
	}
	return Seal{parsed}, nil
}

// Encrypts reports whether the seal encrypts.
func (s Seal) Encrypts() bool { return len(s.recipients) > 0 }

// Write calls write and writes its archive to w, encrypted if the seal encrypts. It
// verifies the archive meanwhile and returns its manifest.
func (s Seal) Write(w io.Writer, write func(io.Writer) error) (Manifest, error) {
	out := io.WriteCloser(nopCloser{w})
	if s.Encrypts() {
		var err error
		if out, err = age.Encrypt(w, s.recipients...); err != nil {
			return Manifest{}, fmt.Errorf("encrypt the backup: %w", err)
		}
	}
	copied, checking := io.Pipe()
	type result struct {
		manifest Manifest
		err      error
	}
	checked := make(chan result, 1)
	go func() {
		m, err := Check(copied)
		if err == nil {
			_, err = io.Copy(io.Discard, copied)
		}
		_ = copied.CloseWithError(err) // ends write; it always returns nil
		checked <- result{m, err}
	}()
	err := write(io.MultiWriter(out, checking))
	_ = checking.CloseWithError(err) // it always returns nil
	check := <-checked
	if err == nil {
		err = check.err
	}
	if err != nil {
		return check.manifest, err // without the end of the encryption, it cannot be taken for whole
	}
	return check.manifest, out.Close()
}

type nopCloser struct{ io.Writer }

// Close does nothing.
func (nopCloser) Close() error { return nil }

// Keys decrypt backups. The zero value has none.
type Keys struct {
	identities []age.Identity
	passphrase bool
}

// NewKeys returns the keys of a file of age (AGE-SECRET-KEY-1… lines) or a
// passphrase; without both, none.
func NewKeys(identities, passphrase string) (Keys, error) {
	switch {
	case identities != "" && passphrase != "":
		return Keys{}, errors.New("name either a private key or a passphrase, not both")
	case passphrase != "":
		identity, err := age.NewScryptIdentity(passphrase)
		if err != nil {
			return Keys{}, err
		}
		return Keys{[]age.Identity{identity}, true}, nil
	case identities == "":
		return Keys{}, nil
	}
	parsed, err := age.ParseIdentities(strings.NewReader(identities))
	if err != nil { // the error of the library may contain the line
		return Keys{}, errors.New("the key file has no private key of age; it has a line that begins with AGE-SECRET-KEY-1")
	}
	return Keys{parsed, false}, nil
}

// Unseal returns the archive in r, decrypted if it is encrypted.
func Unseal(r io.Reader, keys Keys) (io.Reader, error) {
	in := bufio.NewReader(r)
	begin, err := in.Peek(len(ageHeader))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !bytes.Equal(begin, []byte(ageHeader)) {
		return in, nil
	}
	if len(keys.identities) == 0 {
		return nil, errors.New("the backup is encrypted; name the passphrase with --passphrase-file, or the private key with --identity")
	}
	out, err := age.Decrypt(in, keys.identities...)
	var mismatch *age.NoIdentityMatchError
	if !errors.As(err, &mismatch) {
		if err != nil {
			err = fmt.Errorf("%w: %w", errDamaged, err)
		}
		return out, err
	}
	withPassphrase := slices.Contains(mismatch.StanzaTypes, "scrypt")
	switch {
	case withPassphrase && keys.passphrase:
		return nil, errors.New("the passphrase is wrong: it does not open this backup")
	case withPassphrase:
		return nil, errors.New("the backup is encrypted with a passphrase; name it with --passphrase-file")
	case keys.passphrase:
		return nil, errors.New("the backup is encrypted for a public key; name the file of its private key with --identity")
	}
	return nil, errors.New("no key in the file opens this backup; it is encrypted for another public key")
}
