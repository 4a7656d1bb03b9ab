import gzip
import html
import io
import matplotlib.pyplot as plt
import numpy as np
import os
import pandas as pd
import re
import xml.etree.ElementTree as ElementTree
from matplotlib.collections import LineCollection
from mpl_toolkits.mplot3d.art3d import Line3DCollection
from pathlib import Path
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from scipy.stats import spearmanr
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_svmlight_file
from sklearn.decomposition import KernelPCA
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.metrics import roc_auc_score
from sklearn.metrics import roc_curve
from sklearn.neighbors import kneighbors_graph
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.preprocessing import StandardScaler
from types import SimpleNamespace
