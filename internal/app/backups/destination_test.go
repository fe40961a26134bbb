package backups

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"filippo.io/age"

	"linnet/internal/config"
)

func TestDestinationOf_WarnsOfUnencryptedBackupsElsewhere(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	const bucket = "s3://backups.example/linnet/?endpoint=https://s3.example.com&region=eu"
	for name, c := range map[string]struct {
		cfg   config.Config
		warns bool
	}{
		"a bucket":            {config.Config{BackupDir: bucket}, true},
		"a bucket, encrypted": {config.Config{BackupDir: bucket, BackupRecipients: []string{identity.Recipient().String()}}, false},
		"a folder":            {config.Config{BackupDir: t.TempDir()}, false},
	} {
		var log bytes.Buffer
		if _, err := DestinationOf(c.cfg, slog.New(slog.NewTextHandler(&log, nil))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := strings.Contains(log.String(), "LINNET_BACKUP_RECIPIENTS"); got != c.warns {
			t.Errorf("%s: warned %t, %s", name, got, log.String())
		}
	}
}
