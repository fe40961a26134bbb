package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDetect_NamesTheLicences(t *testing.T) {
	t.Parallel()
	const bsd = "Redistribution and use in source and\n// binary forms, with or without modification"
	cases := map[string]string{
		"Permission is hereby granted, free of charge, to any person ... The above copyright notice and this permission\nnotice shall be included": "MIT",
		bsd: "BSD-2-Clause",
		bsd + " ... may be used to\nendorse or promote products":                             "BSD-3-Clause",
		"Apache License\n   Version 2.0, January 2004":                                       "Apache-2.0",
		"Mozilla Public License Version 2.0 ... the GNU General Public License, Version 2.0": "MPL-2.0",
		"Apache License Version 2.0 ... Files: snappy ... " + bsd:                            "Apache-2.0,BSD-2-Clause",
		"GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3":                                      "AGPL",
		"GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991":                                  "GPL",
		"MIT No Attribution ... Permission is hereby granted, free of charge":                "MIT-0",
		"All rights reserved.": "",
	}
	for text, want := range cases {
		if got := strings.Join(detect(text), ","); got != want {
			t.Errorf("detect(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestRefused_NamesUnknownAndCopyleftLicences(t *testing.T) {
	t.Parallel()
	got := refused([]dependency{
		{"fine", "v1", []string{"MIT"}}, {"either", "v1", []string{"(MIT OR Apache-2.0)"}}, {"none", "v2", nil}, {"copyleft", "v3", []string{"MIT", "GPL"}},
		{"unclear", "v4", []string{"unknown (LICENSE)"}}, {"choice", "v5", []string{"MIT OR GPL-2.0"}},
	})
	want := "none v2: no licence found|copyleft v3: GPL|unclear v4: unknown (LICENSE)|choice v5: MIT OR GPL-2.0"
	if strings.Join(got, "|") != want {
		t.Errorf("refused = %q, want %q", got, want)
	}
}

func TestNPMPackages_ListsProductionOnly(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "package-lock.json")
	lock := `{"packages": {"": {"license": "Apache-2.0"},
		"node_modules/b": {"version": "2.0.0", "license": "ISC"}, "node_modules/b/node_modules/@x/a": {"version": "1.0.0"},
		"node_modules/test": {"version": "3.0.0", "license": "MIT", "dev": true}}}`
	if err := os.WriteFile(file, []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := npmPackages(file)
	if err != nil || len(got) != 2 || got[0].name != "@x/a" || got[0].licences != nil || got[1].name != "b" || got[1].licences[0] != "ISC" {
		t.Errorf("npmPackages = %v, %v", got, err)
	}
}
