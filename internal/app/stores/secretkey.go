package stores

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/infra/records"
)

// ErrSecretKey is returned when the secret key is missing, or is not the one that
// the values in the records were sealed with.
var ErrSecretKey = errors.New("the secret key does not match the records")

// OpenSecretKey returns the secret key of the install: the configured one, or the
// one of the data folder, which the first start creates. The records hold a check
// of it.
func OpenSecretKey(ctx context.Context, cfg config.Config, records *records.Store) (sealed.Key, error) {
	check, err := records.SecretKeyCheck(ctx)
	first := fault.Is(err, fault.NotFound)
	if err != nil && !first {
		return sealed.Key{}, err
	}
	key, err := LoadSecretKey(cfg, first || cfg.NewSecretKey)
	if err != nil {
		return key, err
	}
	if first {
		// Another node may have stored the check of its own key in the meantime.
		if check, err = records.InitSecretKeyCheck(ctx, key.Check()); err != nil {
			return key, err
		}
	}
	switch {
	case bytes.Equal(check, key.Check()):
		return key, nil
	case cfg.NewSecretKey:
		return key, records.ResetSecretKey(ctx, key.Check())
	case cfg.SecretKey != "":
		return key, fmt.Errorf("%w: LINNET_SECRET_KEY is another key", ErrSecretKey)
	default:
		return key, fmt.Errorf("%w: %s holds another key", ErrSecretKey, cfg.InData(SecretKeyFile))
	}
}

// LoadSecretKey returns the configured key or the one of the data folder. With
// create it creates a missing file.
func LoadSecretKey(cfg config.Config, create bool) (sealed.Key, error) {
	if cfg.SecretKey != "" {
		return sealed.Parse(cfg.SecretKey)
	}
	path := cfg.InData(SecretKeyFile)
	key, err := sealed.ReadFile(path)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return key, err
	case !create:
		return key, fmt.Errorf("%w: %s is missing", ErrSecretKey, path)
	}
	key = sealed.New()
	return key, sealed.WriteFile(path, key)
}
