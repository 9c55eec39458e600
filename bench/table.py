#!/usr/bin/env python3
"""Measures everything and writes the tables of docs/benchmarks.md:

    bench/table.py [BUILD_DIR [FILE...]]

BUILD_DIR (build/release) was configured with SAKER_BENCH=ON. FILEs that `saker bench` reads join the
first table. The column for node is there when build/wasm has been built too. Takes a few minutes on
a machine that should do nothing else.
"""
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
PAGE = HERE / 'docs' / 'benchmarks.md'
ISAS = ('sse2', 'neon', 'generic', 'avx2', 'avx512')


def output(*command):
    return subprocess.run([str(part) for part in command], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def markdown(head, rows):
    lines = [head, ['---'] + ['--:'] * (len(head) - 1)] + rows
    return '\n'.join('| ' + ' | '.join(str(cell) for cell in line) + ' |' for line in lines)


def machine(build):
    model = re.search(r'model name\s*: (.*)', pathlib.Path('/proc/cpuinfo').read_text())
    cache = (build / 'CMakeCache.txt').read_text()
    compiler = re.search(r'CMAKE_CXX_COMPILER:\w+=(.*)', cache).group(1)
    version = output(compiler, '--version').splitlines()[0]
    return f'{model.group(1) if model else platform.processor()}, one thread; {version}'


def clip_rows(build, files):
    for packing in ('fast', 'small'):
        for clip in json.loads(output(build / 'saker', 'bench', *files, '--pack', packing, '--json')):
            crowd = {(c['instances'], c['clips']): c['ns_per_character'] for c in clip['chain']}
            yield [clip['name'], packing, clip['joints'], clip['samples'], clip['raw_bytes'],
                   clip['packed_bytes'], f"{clip['raw_bytes'] / clip['packed_bytes']:.1f}",
                   f"{clip['error_max_mm']:.3f}", f"{clip['pack_seconds']:.2f}",
                   f"{clip['ns_pose_forward']:.0f}", f"{clip['ns_pose_random']:.0f}",
                   f"{clip['ns_joint_single']:.0f}", f'{crowd[1000, 1]:.0f}',
                   f'{crowd[1000, 3]:.0f}']


def stage_times(build, stage):
    """Nanoseconds by the benchmark's name."""
    report = json.loads(output(build / 'bench' / f'bench_{stage}', '--benchmark_format=json',
                               '--benchmark_repetitions=5', '--benchmark_min_time=0.1'))
    times = {}
    for run in report['benchmarks']:
        if run['run_type'] != 'iteration':
            continue
        each = run['each'] * 1e9
        times[run['run_name']] = min(each, times.get(run['run_name'], each))
    return times


def by_isa(times):
    """One row per benchmark, one column per instruction set."""
    isas = [isa for isa in ISAS if any(name.endswith('/' + isa) for name in times)]
    rows = {}
    for name, time in times.items():
        what, _, isa = name.rpartition('/')
        if isa in isas:
            rows.setdefault(what, {})[isa] = f'{time:.1f}'
    return isas, [[what] + [row.get(isa, '') for isa in isas] for what, row in rows.items()]


def chain_rows(times, isas):
    """The chain beside the textbook's, and how many times faster it is."""
    for name, slow in times.items():
        if not name.startswith('textbook/'):
            continue
        crowd = name.removeprefix('textbook')
        cells = []
        for isa in isas:
            time = times[f'fast{crowd}/{isa}']
            cells.append(f'{time:.0f} ({slow / time:.1f} x)')
        yield [crowd.removeprefix('/walk/'), f'{slow:.0f}'] + cells


def node_rows():
    program = HERE / 'build' / 'wasm' / 'bench' / 'wasm_chain.js'
    if not program.exists() or not shutil.which('node'):
        return []
    lines = output('node', program).splitlines()[2:]
    fields = [line.split() for line in lines]
    return [[f'clips:{f[0]}/characters:{f[1]}', f[2], f'{f[3]} ({f[4]} x)'] for f in fields]


def fill(page, name, text):
    pattern = re.compile(f'(<!-- {name} -->\n).*?(<!-- end -->)', re.S)
    assert pattern.search(page), name
    return pattern.sub(lambda m: m.group(1) + text + '\n' + m.group(2), page)


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE / 'build' / 'release').resolve()
    files = [HERE / 'assets' / 'character.glb', *sys.argv[2:]]
    page = fill(PAGE.read_text(), 'machine', machine(build))
    head = ['clip', 'packing', 'joints', 'samples', 'raw bytes', 'packed', 'ratio', 'error mm',
            'pack s', 'forward', 'random', 'a joint', '1 clip', '3 clips']
    page = fill(page, 'clips', markdown(head, list(clip_rows(build, files))))

    chain = stage_times(build, 'palettes')
    isas, _ = by_isa(chain)
    page = fill(page, 'chain', markdown(['walk', 'textbook'] + isas, list(chain_rows(chain, isas))))
    page = fill(page, 'node', markdown(['walk', 'textbook', 'wasm SIMD'], node_rows()))

    rows = []
    for stage in ('sampling', 'blending', 'matrices', 'skinning'):
        rows += [[f'{stage}: {row[0]}'] + row[1:] for row in by_isa(stage_times(build, stage))[1]]
    page = fill(page, 'stages', markdown(['stage'] + isas, rows))
    PAGE.write_text(page)


if __name__ == '__main__':
    main()
