package backups

import (
	"fmt"
	"io"
	"os"
	"strings"

	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

// Encryption names how backups are encrypted and decrypted. The zero value stands
// for the settings.
type Encryption struct {
	Recipients     []string // public keys of age, for writing
	IdentityFile   string   // a file of private keys of age, for reading
	PassphraseFile string   // a file with a passphrase, for both
}

// maxKeyFile is the maximum size of a file with keys or a passphrase, in bytes.
const maxKeyFile = 64 << 10

// sealOf returns the encryption of new backups.
func sealOf(cfg config.Config, e Encryption) (backup.Seal, error) {
	if len(e.Recipients) == 0 && e.PassphraseFile == "" {
		e.Recipients, e.PassphraseFile = cfg.BackupRecipients, cfg.BackupPassphraseFile
	}
	passphrase, err := readKeyFile(e.PassphraseFile)
	if err != nil {
		return backup.Seal{}, fmt.Errorf("read the passphrase: %w", err)
	}
	return backup.NewSeal(e.Recipients, passphrase)
}

// SealOf returns the encryption that the settings name for new backups.
func SealOf(cfg config.Config) (backup.Seal, error) { return sealOf(cfg, Encryption{}) }

// keysOf returns the keys for reading backups.
func keysOf(cfg config.Config, e Encryption) (backup.Keys, error) {
	if e.IdentityFile == "" && e.PassphraseFile == "" {
		e.PassphraseFile = cfg.BackupPassphraseFile
	}
	identities, err := readKeyFile(e.IdentityFile)
	if err != nil {
		return backup.Keys{}, fmt.Errorf("read the private key: %w", err)
	}
	passphrase, err := readKeyFile(e.PassphraseFile)
	if err != nil {
		return backup.Keys{}, fmt.Errorf("read the passphrase: %w", err)
	}
	return backup.NewKeys(identities, passphrase)
}

// readKeyFile returns the content of a file without white space at its ends; "" for
// no path. An empty file is an error.
func readKeyFile(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	file, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	content, err := io.ReadAll(io.LimitReader(file, maxKeyFile+1))
	text := strings.TrimSpace(string(content))
	if err == nil && (text == "" || len(content) > maxKeyFile) {
		err = fmt.Errorf("%s must hold 1 to %d bytes", path, maxKeyFile)
	}
	return text, err
}
