package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// defaultProfile is the name of the profile of commands without --profile.
const defaultProfile = "default"

// profile is a server and the API key for it.
type profile struct {
	URL    string `json:"url"`
	APIKey string `json:"apiKey"`
}

// profiles are the profiles by name. Their file has the mode 0600, because it contains keys.
type profiles map[string]profile

// profilesFile returns the path of the file in the user's configuration folder.
func profilesFile() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the folder for profiles: %w", err)
	}
	return filepath.Join(folder, "linnet", "profiles.json"), nil
}

// readProfiles returns the stored profiles: none if there is no file.
func readProfiles() (profiles, error) {
	path, err := profilesFile()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path) //nolint:gosec // the user's own file
	if errors.Is(err, fs.ErrNotExist) {
		return profiles{}, nil
	}
	if err != nil {
		return nil, err
	}
	stored := profiles{}
	if err := json.Unmarshal(raw, &stored); err != nil {
		return nil, fmt.Errorf("%s is damaged; delete it and run linnet login: %w", path, err)
	}
	return stored, nil
}

// save replaces the file.
func (p profiles) save() (err error) {
	path, err := profilesFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	raw, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "profiles-*") // with the mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(append(raw, '\n'))
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), path)
}
