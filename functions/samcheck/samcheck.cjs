// Checks a SAM template: each resource's properties against AWS's published
// schemas, that what it refers to is there, and the rules that our security
// rests on. Prints what is wrong, a line each, and exits with 1.
'use strict';
const fs = require('fs');
const yaml = require('yaml');
const { loadAwsServiceSpecSync } = require('@aws-cdk/aws-service-spec');

const spec = loadAwsServiceSpecSync();
const resource = (type) => spec.lookup('resource', 'cloudFormationType', 'equals', type)[0];

// CloudFormation's short forms, !Ref and the like, become {Ref: ...}.
const functions = ['Ref', 'GetAtt', 'Sub', 'If', 'Select', 'GetAZs', 'Equals', 'Not', 'And', 'Or', 'Join', 'Split'];
const longName = (f) => (f === 'Ref' ? f : 'Fn::' + f);
const value = (f, v) => ({ [longName(f)]: f === 'GetAtt' && typeof v === 'string' ? v.split(/\.(.*)/).slice(0, 2) : v });
const customTags = functions.flatMap((f) => [
  { tag: '!' + f, resolve: (v) => value(f, v) },
  { tag: '!' + f, collection: 'seq', resolve: (v) => value(f, v.toJSON()) },
]);

const file = process.argv[2];
const template = yaml.parse(fs.readFileSync(file, 'utf8'), { customTags });
const problems = [];
const problem = (where, what) => problems.push(`${where}: ${what}`);
const isFunction = (v) => v && typeof v === 'object' && !Array.isArray(v) && Object.keys(v).length === 1 && functions.some((f) => longName(f) in v);

function checkValue(where, v, type) {
  if (v === undefined || v === null || isFunction(v)) return;
  const kinds = {
    string: () => typeof v !== 'object' || problem(where, 'not a string'),
    number: () => (typeof v !== 'object' && !isNaN(Number(v))) || problem(where, 'not a number'),
    integer: () => (typeof v !== 'object' && !isNaN(Number(v))) || problem(where, 'not a number'),
    boolean: () => [true, false, 'true', 'false'].includes(v) || problem(where, 'not true or false'),
    array: () => (Array.isArray(v) ? v.forEach((e, i) => checkValue(`${where}[${i}]`, e, type.element)) : problem(where, 'not a list')),
    map: () => (typeof v === 'object' ? Object.entries(v).forEach(([k, e]) => checkValue(`${where}.${k}`, e, type.element)) : problem(where, 'not a map')),
    ref: () => {
      const definition = spec.get('typeDefinition', type.reference.$ref);
      if (typeof v !== 'object' || Array.isArray(v)) return problem(where, 'not an object');
      return checkProperties(where, v, definition.properties, definition.name);
    },
    union: () => {
      let least;
      for (const t of type.types) {
        const before = problems.length;
        checkValue(where, v, t);
        const found = problems.splice(before);
        if (found.length === 0) return;
        if (!least || found.length < least.length) least = found;
      }
      problems.push(...least);
    },
  };
  if (kinds[type.type]) kinds[type.type]();
}

function checkProperties(where, object, properties, name) {
  for (const [k, v] of Object.entries(object)) {
    if (properties[k]) checkValue(`${where}.${k}`, v, properties[k].type);
    else problem(`${where}.${k}`, `${name} has no such property`);
  }
  for (const [k, p] of Object.entries(properties)) if (p.required && !(k in object)) problem(where, `${k} is missing`);
}

const names = new Set([...Object.keys(template.Resources), ...Object.keys(template.Parameters || {})]);
function checkReferences(where, v) {
  if (!v || typeof v !== 'object') return;
  for (const [k, e] of Object.entries(v)) {
    if (k === 'Ref' && !names.has(e) && !String(e).startsWith('AWS::')) problem(where, `refers to ${e}, which isn't there`);
    if (k === 'Fn::GetAtt' && !template.Resources[e[0]]) problem(where, `refers to ${e[0]}, which isn't there`);
    if (k === 'Fn::Sub') for (const m of String(e).matchAll(/\$\{([^}.]+)/g)) if (!names.has(m[1]) && !m[1].startsWith('AWS::')) problem(where, `refers to ${m[1]}, which isn't there`);
    if (k === 'Fn::If' && !(template.Conditions || {})[e[0]]) problem(where, `knows no condition ${e[0]}`);
    checkReferences(`${where}.${k}`, e);
  }
}

// What SAM passes through to functions, though its own schema doesn't know it yet.
const passed = { TenancyConfig: resource('AWS::Lambda::Function').properties.TenancyConfig };
for (const [id, r] of Object.entries(template.Resources)) {
  const known = resource(r.Type);
  if (!known) {
    problem(id, `no resource is of type ${r.Type}`);
    continue;
  }
  const more = r.Type === 'AWS::Serverless::Function' ? passed : {};
  checkProperties(id, r.Properties || {}, { ...known.properties, ...more }, r.Type);
  checkReferences(id, r);
}
checkReferences('Outputs', template.Outputs);

// Our own rules.
const of = (type) => Object.entries(template.Resources).filter(([, r]) => r.Type === type);
const isRef = (v, name) => v && (v.Ref === name || (v['Fn::GetAtt'] && v['Fn::GetAtt'][0] === name));
for (const type of ['AWS::EC2::InternetGateway', 'AWS::EC2::NatGateway', 'AWS::EC2::VPCPeeringConnection', 'AWS::EC2::Route', 'AWS::EC2::TransitGatewayAttachment']) {
  for (const [id] of of(type)) problem(id, `the worker's network must have no way out, and this is one (${type})`);
}
for (const [id, r] of of('AWS::EC2::SecurityGroup')) {
  const egress = r.Properties.SecurityGroupEgress;
  if (!egress) problem(id, 'a group without SecurityGroupEgress may go everywhere');
  for (const rule of egress || []) {
    const nowhere = rule.CidrIp === '127.0.0.1/32';
    if (!nowhere && !isRef(rule.DestinationSecurityGroupId, 'EndpointGroup')) problem(id, 'its egress leads elsewhere than to the endpoint of Lambda');
  }
}
function checkActions(where, statements) {
  for (const s of statements) {
    for (const a of [].concat(s.Action)) if (String(a).includes('*')) problem(where, `the action ${a} is a wildcard`);
    if (s.Effect === 'Allow' && s.Resource === '*') problem(where, 'it allows all resources');
  }
}
for (const [id, r] of of('AWS::IAM::Policy')) checkActions(id, r.Properties.PolicyDocument.Statement);
for (const [id, r] of of('AWS::IAM::Role')) for (const p of r.Properties.Policies || []) checkActions(id, p.PolicyDocument.Statement);
for (const [id, r] of of('AWS::EC2::VPCEndpoint')) checkActions(id, r.Properties.PolicyDocument.Statement);
const workerPolicies = of('AWS::IAM::Policy').filter(([, r]) => r.Properties.Roles.some((role) => isRef(role, 'WorkerRole')));
const workerStatements = workerPolicies.flatMap(([, r]) => r.Properties.PolicyDocument.Statement);
if (workerStatements.length !== 1 || workerStatements[0].Action !== 'lambda:InvokeFunction' || !isRef(workerStatements[0].Resource, 'HostRpc')) problem('WorkerRole', 'it may invoke HostRpc, and nothing else');
if ((template.Resources.WorkerRole.Properties.Policies || []).length > 0) problem('WorkerRole', 'its one permission is in WorkerMayInvokeHost');
for (const [id, r] of of('AWS::S3::Bucket')) {
  const block = r.Properties.PublicAccessBlockConfiguration || {};
  if (Object.values(block).filter((v) => v === true).length !== 4) problem(id, 'public access must be blocked in all four ways');
  if (!r.Properties.BucketEncryption) problem(id, 'it must be encrypted');
}
if (!template.Resources.ShellWorker.Properties.VpcConfig) problem('ShellWorker', 'it must be in the network without a way out');
if (!template.Resources.HostRpc.Properties.ReservedConcurrentExecutions) problem('HostRpc', "it must have a concurrency of its own, or waiting execs starve their own calls");
const packaged = fs.readFileSync(__dirname + '/../package/main.go', 'utf8');
for (const [id, r] of of('AWS::Serverless::Function')) {
  const zip = /^dist\/([a-z]+)-(arm64|amd64)\.zip$/.exec(r.Properties.CodeUri);
  if (!zip || !packaged.includes(`"${zip[1]}": `) && !packaged.includes(`"${zip[1]}":`)) problem(id, `make package doesn't build ${r.Properties.CodeUri}`);
}

// The URLs' role may touch what URLs are for, and nothing else.
const urlStatements = (template.Resources.PublisherRole.Properties.Policies || []).flatMap((p) => p.PolicyDocument.Statement);
for (const s of urlStatements) {
  const allowed = { 's3:GetObject': ['assets', 'downloads'], 's3:PutObject': ['uploads'] }[s.Action] || [];
  for (const r of [].concat(s.Resource)) if (!allowed.some((p) => r['Fn::Sub'] === '${Bucket.Arn}/' + p + '/*')) problem('PublisherRole', `${s.Action} of ${JSON.stringify(r)} is more than URLs need`);
}
// What goes through the bucket for a moment is removed by it.
const rules = template.Resources.Bucket.Properties.LifecycleConfiguration.Rules;
for (const prefix of ['uploads/', 'downloads/']) if (!rules.some((r) => r.Prefix === prefix && r.ExpirationInDays === 1)) problem('Bucket', `${prefix} must expire after a day`);

// SAM local overrides only variables that the template has, and says nothing of others.
const overrides = JSON.parse(fs.readFileSync(require('path').join(require('path').dirname(file), 'env.local.json'), 'utf8'));
for (const [id, variables] of Object.entries(overrides)) {
  const known = ((template.Resources[id] || { Properties: {} }).Properties.Environment || { Variables: {} }).Variables;
  for (const name of Object.keys(variables)) if (!(name in known)) problem('env.local.json', `${id} has no variable ${name}`);
}

for (const p of problems) console.log(p);
console.log(problems.length === 0 ? `${file}: ${Object.keys(template.Resources).length} resources, nothing wrong` : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
