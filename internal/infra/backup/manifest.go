// Package backup writes and reads backup archives: one gzip-compressed tar
// file whose first entry, manifest.json, lists every other entry with its size
// and SHA-256.
//
// A backup in a bucket is one multipart upload, which the service shows when it is
// complete, then read back and compared by its SHA-256. Backups are encrypted in the
// format of age, for public keys or a passphrase of at least 12 characters (scrypt with
// 2^16, because 2^18 takes memory that a small server lacks beside a node). The archive
// is verified while it is written, because with a public key this machine cannot
// decrypt it afterwards, and an interrupted one lacks the last chunk, so that it cannot
// be read as a whole one.
package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// FormatVersion is the version of the archive layout that this program writes.
// It reads this version and older ones.
const FormatVersion = 2 // 2 added SecretKeyFile

// Bounds of an archive. A larger one is rejected.
const (
	maxFiles         = 1_000_000
	maxManifestBytes = 256 << 20
	maxNameBytes     = 1024
)

const manifestName = "manifest.json"

// Engines of the records, as Manifest.Records names them.
const (
	RecordsSQLite   = "sqlite"
	RecordsPostgres = "postgres" // not in the archive
)

// ClicksClickHouse is Manifest.Clicks where the clicks are in ClickHouse, and not in
// the archive.
const ClicksClickHouse = "clickhouse"

// Manifest describes an archive.
type Manifest struct {
	Format    int       `json:"format"`
	Version   string    `json:"version"` // of the program that wrote it
	CreatedAt time.Time `json:"createdAt"`
	Records   string    `json:"records"`          // RecordsSQLite or RecordsPostgres
	Clicks    string    `json:"clicks,omitempty"` // ClicksClickHouse; empty: in the archive
	Schema    int64     `json:"schema"`           // of the records; 0: not in the archive
	Position  uint64    `json:"position"`         // of the click store in the journal
	Counts    Counts    `json:"counts"`
	Files     []File    `json:"files"`
}

// Counts are row counts of the stores in an archive.
type Counts struct {
	Users  int64 `json:"users"`
	Links  int64 `json:"links"`
	Clicks int64 `json:"clicks"`
}

// File is one file of an archive. Name is its slash-separated path below the
// data folder.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// HasRecords reports whether the archive holds the records.
func (m *Manifest) HasRecords() bool { return m.Records != RecordsPostgres }

// Bytes returns the total size of the files in bytes, unpacked.
func (m *Manifest) Bytes() int64 {
	total := int64(0)
	for _, f := range m.Files {
		total += f.Size
	}
	return total
}

// errDamaged reports an archive that is truncated or was changed.
var errDamaged = errors.New("the backup file is damaged or incomplete; use another one")

func parseManifest(raw []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("%w: manifest: %w", errDamaged, err)
	}
	if m.Format < 1 || m.Format > FormatVersion {
		return m, fmt.Errorf(
			"the backup has format %d, this program reads up to %d; restore it with Linnet %s or newer",
			m.Format,
			FormatVersion,
			m.Version,
		)
	}
	if len(m.Files) > maxFiles {
		return m, fmt.Errorf("%w: it lists more than %d files", errDamaged, maxFiles)
	}
	seen := make(map[string]bool, len(m.Files))
	for _, f := range m.Files {
		if err := checkName(f.Name); err != nil {
			return m, err
		}
		if seen[f.Name] || f.Size < 0 {
			return m, fmt.Errorf("%w: %q is listed wrongly", errDamaged, f.Name)
		}
		seen[f.Name] = true
	}
	return m, nil
}

// Names of the archive's entries below the data folder. Each ends with a slash
// when it is a folder.
const (
	RecordsFile = "records.db"
	ClicksFile  = "clicks.duckdb"
	WALFile     = ClicksFile + ".wal"
	JournalDir  = "journal/"
	MediaDir    = "media/"

	SecretKeyFile = "secret.key"
)

// checkName accepts the names that a backup holds, and nothing that could lie
// outside of the data folder.
func checkName(name string) error {
	known := name == RecordsFile || name == ClicksFile || name == WALFile || name == SecretKeyFile ||
		strings.HasPrefix(name, JournalDir) || strings.HasPrefix(name, MediaDir)
	local := path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\\\x00")
	if !known || !local || len(name) > maxNameBytes {
		return fmt.Errorf("%w: it holds a file that no backup has: %q", errDamaged, name)
	}
	return nil
}
