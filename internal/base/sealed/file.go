package sealed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ReadFile returns the key of a file that WriteFile has written. The error is
// fs.ErrNotExist when there is no file.
func ReadFile(path string) (Key, error) {
	content, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return Key{}, err
	}
	k, err := Parse(string(content))
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// WriteFile writes a key to a new file that only its owner can read, and syncs the
// file and its folder. It fails when the file exists.
func WriteFile(path string, k Key) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(k.Text() + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(path))
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes the entries of a folder durable. Systems that cannot sync a
// folder return an error, which it ignores.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	_ = folder.Sync()
	return folder.Close()
}
