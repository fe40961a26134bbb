package mailer

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
)

// maxAge is the time after which a mail is deleted.
const maxAge = 30 * 24 * time.Hour

// folder writes mails as .eml files. Only the process's own account can read them,
// because they may contain links that set a password.
type folder struct {
	dir   string
	clock clock.Clock
}

func (f folder) String() string { return "the folder " + f.dir }

func (f folder) send(_ context.Context, m *gomail.Msg) error {
	var content bytes.Buffer
	if _, err := m.WriteTo(&content); err != nil {
		return fmt.Errorf("write the mail: %w", err)
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	now := f.clock.Now()
	// Names sort by time; the suffix makes them unique.
	name := now.UTC().Format("20060102T150405.000Z") + "-" + strings.ToLower(ident.Alias(ident.AliasLower, 6)) + ".eml"
	if err := os.WriteFile(filepath.Join(f.dir, name), content.Bytes(), 0o600); err != nil {
		return fmt.Errorf("write the file: %w", err)
	}
	return f.prune(now)
}

// prune deletes mails older than maxAge.
func (f folder) prune(now time.Time) error {
	files, err := filepath.Glob(filepath.Join(f.dir, "*.eml"))
	if err != nil {
		return fmt.Errorf("list the folder: %w", err)
	}
	oldest := now.Add(-maxAge).UTC().Format("20060102T150405.000Z")
	for _, file := range files {
		if filepath.Base(file) >= oldest {
			break // Glob sorts, and names sort by time
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("remove an old mail: %w", err)
		}
	}
	return nil
}
