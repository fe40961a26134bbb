package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsinstall "k8s.io/kubernetes/pkg/apis/apps/v1"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	coreinstall "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	networkinginstall "k8s.io/kubernetes/pkg/apis/networking/v1"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyinstall "k8s.io/kubernetes/pkg/apis/policy/v1"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
)

// manifest decodes the objects of a manifest, validates each as the API server does,
// and checks their references.
func manifest(_ context.Context, file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	scheme := newScheme()
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	var findings []string
	var objects []runtime.Object
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		object, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			findings = append(findings, err.Error())
			continue
		}
		problems, err := validate(scheme, object)
		if err != nil {
			return nil, err
		}
		for _, problem := range problems {
			findings = append(findings, nameOf(object)+": "+problem.Error())
		}
		objects = append(objects, object)
	}
	return append(findings, references(objects)...), nil
}

// newScheme returns the kinds of objects that the manifests use, with the defaults of
// the API server.
func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		coreinstall.AddToScheme, appsinstall.AddToScheme, networkinginstall.AddToScheme, policyinstall.AddToScheme,
		core.AddToScheme, apps.AddToScheme, networking.AddToScheme, policy.AddToScheme,
	} {
		utilruntime.Must(add(scheme))
	}
	return scheme
}

// validate sets the defaults of an object, and those of a request that creates it, and
// returns what the API server would refuse.
func validate(scheme *runtime.Scheme, object runtime.Object) (field.ErrorList, error) {
	named, err := meta.Accessor(object)
	if err != nil {
		return nil, err
	}
	named.SetNamespace("default")
	scheme.Default(object)
	var problems field.ErrorList
	convert := func(into runtime.Object) {
		err = scheme.Convert(object, into, nil)
	}
	switch object.(type) {
	case *corev1.ConfigMap:
		var o core.ConfigMap
		convert(&o)
		problems = validation.ValidateConfigMap(&o)
	case *corev1.PersistentVolumeClaim:
		var o core.PersistentVolumeClaim
		convert(&o)
		problems = validation.ValidatePersistentVolumeClaim(&o, validation.PersistentVolumeClaimSpecValidationOptions{})
	case *corev1.Service:
		var o core.Service
		convert(&o)
		if o.Spec.ClusterIP == "" { // the API server assigns one
			o.Spec.ClusterIP = "10.96.0.1"
		}
		o.Spec.ClusterIPs = []string{o.Spec.ClusterIP}
		if len(o.Spec.IPFamilies) == 0 {
			single := core.IPFamilyPolicySingleStack
			o.Spec.IPFamilies, o.Spec.IPFamilyPolicy = []core.IPFamily{core.IPv4Protocol}, &single
		}
		problems = validation.ValidateServiceCreate(&o)
	case *appsv1.Deployment:
		var o apps.Deployment
		convert(&o)
		problems = appsvalidation.ValidateDeployment(&o, validation.PodValidationOptions{})
	case *appsv1.StatefulSet:
		var o apps.StatefulSet
		convert(&o)
		problems = appsvalidation.ValidateStatefulSet(&o, validation.PodValidationOptions{})
	case *networkingv1.Ingress:
		var o networking.Ingress
		convert(&o)
		problems = networkingvalidation.ValidateIngressCreate(&o)
	case *policyv1.PodDisruptionBudget:
		var o policy.PodDisruptionBudget
		convert(&o)
		problems = policyvalidation.ValidatePodDisruptionBudget(&o, policyvalidation.PodDisruptionBudgetValidationOptions{})
	default:
		err = fmt.Errorf("no validation of %T", object)
	}
	return problems, err
}

// nameOf returns the kind and the name of an object.
func nameOf(object runtime.Object) string {
	name := "?"
	if named, err := meta.Accessor(object); err == nil {
		name = named.GetName()
	}
	return object.GetObjectKind().GroupVersionKind().Kind + " " + name
}
